"""Scripts that take the pictures of docs/pictures, each run as `python -m scripts.pictures.NAME`."""
