"""What all requests share: templates, problems, security headers, rate limits, sockets, streams, workers."""
