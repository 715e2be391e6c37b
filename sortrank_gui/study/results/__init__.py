"""What a study found: numbers, report and exports."""
