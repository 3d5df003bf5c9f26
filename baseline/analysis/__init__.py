"""Every figure of the field: pure functions over plain records, one file a family."""
