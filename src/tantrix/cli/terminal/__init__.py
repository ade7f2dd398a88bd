"""The commands' input and output: colours, files, JSON, progress, errors and exit statuses."""
