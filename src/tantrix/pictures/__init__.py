"""Pictures of tiles and of the Tantrix: SVG, PNG, and animated GIF."""
