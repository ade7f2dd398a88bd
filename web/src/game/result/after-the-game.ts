/**
 * What only the end of a game needs, loaded then. Nothing here may import what the page of the game alone has: that
 * would load the page's script a second time, under an address without its version.
 */
import "./figures";
import "../mistake-trainer";
