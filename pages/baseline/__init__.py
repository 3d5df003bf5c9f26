"""What participants see."""
