"""Asking a model behind an OpenAI-compatible endpoint, whatever the question: patiently, several at once."""
