/** On every page of somebody with an account: what was done in puzzles goes to the account. */
import { progressOfPage } from "./page";

progressOfPage();
