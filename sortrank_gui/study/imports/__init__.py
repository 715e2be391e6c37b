"""Answers that others collected become a study: read, confirmed by the researcher, written."""
