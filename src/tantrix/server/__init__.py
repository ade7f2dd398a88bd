"""The place to play: a web server for games of Tantrix."""
