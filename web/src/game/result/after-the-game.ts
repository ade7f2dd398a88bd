/**
 * Code that only the end of a game needs, loaded then. It must not import modules that only the game page contains:
 * that would load the page's script a second time, under an address without its version.
 */
import "./next-game";
import "./play-quality";
import "./rating-changes";
import "../mistake-trainer";
