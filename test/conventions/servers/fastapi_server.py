"""The pages of fastapi-pagination, over one list."""
import socket
import sys

import uvicorn
from fastapi import FastAPI
from fastapi_pagination import LimitOffsetPage, Page, add_pagination, paginate
from fastapi_pagination.links import LimitOffsetPage as LimitOffsetPageWithLinks
from fastapi_pagination.links import Page as PageWithLinks
from fastapi_pagination.utils import disable_installed_extensions_check
from pydantic import BaseModel


class Workflow(BaseModel):
    id: int
    name: str


WORKFLOWS = [Workflow(id=number, name=f"Workflow {number}") for number in range(1, int(sys.argv[1]) + 1)]
app = FastAPI()
disable_installed_extensions_check()


def add(prefix, model):
    @app.get(f"/{prefix}/v2/workflows", response_model=model[Workflow], name=prefix)
    def listing():
        return paginate(WORKFLOWS)


add("page", Page)
add("limit-offset", LimitOffsetPage)
add("page-links", PageWithLinks)
add("limit-offset-links", LimitOffsetPageWithLinks)
add_pagination(app)

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
