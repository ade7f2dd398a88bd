"""`/healthz`, `/readyz` and `/metrics`, for load balancers, supervisors and Prometheus."""

from http import HTTPStatus

from fastapi import APIRouter, Request, Response

from tantrix.server.health.readiness import ReadinessChecks
from tantrix.server.http.service_lookup import service
from tantrix.server.metrics import Metrics, metrics_page
from tantrix.server.protocol.health import Health, Readiness
from tantrix.server.settings import Settings

router = APIRouter()


@router.get("/healthz")
async def show_health(request: Request) -> Health:
    """Report that the process is alive and its event loop is running; nothing else is checked."""
    return Health(status="ok", worker=service(request, Settings).worker)


@router.get(
    "/readyz",
    response_model=Readiness,
    responses={503: {"model": Readiness, "description": "This server should get no requests now."}},
)
async def show_readiness(request: Request) -> Response:
    """Report whether this server should get requests, with all checks; status 503 if one fails."""
    found = await service(request, ReadinessChecks).readiness()
    status = HTTPStatus.OK if found.ready else HTTPStatus.SERVICE_UNAVAILABLE
    headers = {"Cache-Control": "no-store"}
    return Response(found.model_dump_json(), status, headers, media_type="application/json")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Send the metrics of this server."""
    return metrics_page(request, service(request, Metrics))
