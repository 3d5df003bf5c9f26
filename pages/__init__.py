"""Everything Streamlit, and the routes beside it."""
