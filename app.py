"""The server: Streamlit's pages and our own routes in one ASGI app.

`uvicorn app:app` serves it (one process per port; `make run` does it for you).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

import pages.everything
from pages import collector
from pages.http.demo import DemoStart
from pages.http.front_end import FrontEnd
from pages.http.own_address import OwnAddress
from pages.http.routes import ROUTES
from pages.http.security import SecurityHeaders
from pages.services import start_services, stop_services


@asynccontextmanager
async def lifespan(_: st.App) -> AsyncIterator[dict[str, Any]]:
    """Start the writer and the workers; afterwards stop them with everything committed."""
    pages.everything.import_pages()
    services = start_services()
    services.renderer.warm_up()
    collector.settle()
    yield {"services": services}
    stop_services()


app = st.App(
    "pages/router.py",
    routes=ROUTES,
    middleware=[
        Middleware(SecurityHeaders),
        Middleware(FrontEnd),
        Middleware(DemoStart),
        Middleware(OwnAddress),
    ],
    lifespan=lifespan,
)
