"""What all requests share: templates, problems, security headers, rate limits, sockets, streams, workers.

Imports: protocol, settings, wording.
"""
