"""Health checks for load balancers and operators: whether the server is alive and ready."""
