"""What any request needs: templates, problems, security headers, rate limits, sockets, streams, workers.

Imports: protocol, settings, wording.
"""
