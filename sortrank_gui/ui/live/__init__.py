"""The live panel beside the stage: how the ranking forms."""
