"""Asking a model behind an OpenAI-compatible endpoint: what is asked, how, and what comes back."""
