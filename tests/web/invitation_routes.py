"""Routes of requests to be let in."""

REQUESTS = "/api/workspace/collaboration/requests"
