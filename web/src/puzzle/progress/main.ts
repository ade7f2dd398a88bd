/** Runs on every page of a signed-in player: exchanges preferences and progress in puzzles with the account. */
import { syncPreferences } from "../../page/preferences/sync";
import { followSettings } from "../../settings/preferences";
import { progressOfPage } from "./page";

const { account } = progressOfPage().store;
if (account !== null) {
  followSettings(() => {});
  syncPreferences(account);
}
