"""Everything that goes over the wire between the server and a page: the one place that says so."""
