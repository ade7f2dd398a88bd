"""What any request needs: templates, problems, security headers, rate limits, socket sessions, streams.

Imports: protocol, settings, wording.
"""
