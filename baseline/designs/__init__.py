"""What can be said of a study's design before anybody takes part in it. Pure."""
