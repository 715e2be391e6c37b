"""The Survey tab: the stage, its workers, and the robot participant."""
