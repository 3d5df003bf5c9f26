"""The app's own HTTP routes, one module a route, without Streamlit."""
