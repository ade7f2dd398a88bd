"""The OpenAPI description of the HTTP interface and the page that shows it."""
