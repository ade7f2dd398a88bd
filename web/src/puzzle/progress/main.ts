/** Runs on every page of a signed-in player: sends progress in puzzles to the account. */
import { progressOfPage } from "./page";

progressOfPage();
