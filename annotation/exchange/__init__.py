"""Item sets as files: what is written can be read back without a change (docs/item-files.md)."""
