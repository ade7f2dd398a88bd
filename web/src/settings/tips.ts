/** Which tips of a first game were read, stored as preferences `tip/…`; the settings bring all of them back. */
import { preferencesUnder, savePreference } from "../page/preferences/store";

export const TIP_PREFIX = "tip/";
export const READ = "read";

export function hasReadTips(): boolean {
  return Object.values(preferencesUnder(TIP_PREFIX)).includes(READ);
}

export function bringTipsBack(): void {
  for (const name of Object.keys(preferencesUnder(TIP_PREFIX))) savePreference(TIP_PREFIX + name, "unread");
}
