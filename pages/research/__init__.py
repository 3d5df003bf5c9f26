"""What researchers see."""
