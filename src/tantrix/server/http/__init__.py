"""What all requests share: templates, problems, security headers, rate limits, sockets, streams, workers.

Imports: background, metrics, protocol, settings, wording and the library.
"""
