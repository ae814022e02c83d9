"""The three paginators of Django REST framework and the two of its JSON:API package, over one table."""
import sys
import tempfile
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings

COUNT = int(sys.argv[1])

settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": tempfile.mktemp(".sqlite3")}},
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework"],
    REST_FRAMEWORK={"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"]},
    ROOT_URLCONF=__name__,
    SECRET_KEY="for tests",
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework import generics, pagination, serializers  # noqa: E402
from rest_framework_json_api import pagination as json_api  # noqa: E402
from rest_framework_json_api.renderers import JSONRenderer  # noqa: E402


class Workflow(models.Model):
    id = models.IntegerField(primary_key=True)
    name = models.CharField(max_length=100)

    class Meta:
        app_label = "conventions"


class WorkflowSerializer(serializers.ModelSerializer):
    class Meta:
        model = Workflow
        fields = ["id", "name"]


def listing(base, renderer=None, **options):
    paginator = type("Paginator", (base,), {"ordering": "id", **options})
    attributes = {
        "queryset": Workflow.objects.order_by("id"),
        "serializer_class": WorkflowSerializer,
        "pagination_class": paginator,
    }
    if renderer is not None:
        attributes["renderer_classes"] = [renderer]
    return type("Listing", (generics.ListAPIView,), attributes).as_view()


urlpatterns = [
    path("page-number/v2/workflows", listing(pagination.PageNumberPagination, page_size=100)),
    path("limit-offset/v2/workflows", listing(pagination.LimitOffsetPagination, default_limit=100)),
    path("cursor/v2/workflows", listing(pagination.CursorPagination, page_size=100)),
    path("json-api/page-number/v2/workflows", listing(json_api.JsonApiPageNumberPagination, JSONRenderer, page_size=100)),
    path("json-api/limit-offset/v2/workflows", listing(json_api.JsonApiLimitOffsetPagination, JSONRenderer, default_limit=100)),
]

with connection.schema_editor() as editor:
    editor.create_model(Workflow)
Workflow.objects.bulk_create(Workflow(id=number, name=f"Workflow {number}") for number in range(1, COUNT + 1))


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet)
print(server.server_port, flush=True)
server.serve_forever()
