"""The commands' input and output: colours, files, JSON, progress, errors and exit statuses.

Imports: i18n and warmup, but no command.
"""
