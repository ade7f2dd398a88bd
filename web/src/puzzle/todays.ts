/** Today's puzzle on the start page, which works without this script: it shows that the puzzle is solved. */
import { showSolvedDay } from "./result/solved-day";

showSolvedDay();
