"""What people see who write items."""
