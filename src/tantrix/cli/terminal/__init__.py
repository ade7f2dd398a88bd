"""What any command does with the terminal: colours, files, JSON, progress, errors and exit statuses.

Imports: i18n and warmup; nothing of the commands.
"""
