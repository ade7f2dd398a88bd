/** How much the page helps in a rush: a setting. */
import type { TemplateResult } from "lit";
import { t } from "../page/i18n";
import { loadPreference, savePreference } from "../page/preferences/store";
import { type Segment, segments } from "../settings/segments";
import type { HelpLevel } from "./state";

const NAME = "gobble/help";
const ALL: readonly HelpLevel[] = ["none", "turn", "show"];

export function loadHelp(): HelpLevel {
  return ALL.find((help) => help === loadPreference(NAME)) ?? "turn";
}

export function saveHelp(help: HelpLevel): void {
  savePreference(NAME, help);
}

/** Render the setting. */
export function helpRow(help: HelpLevel, change: (help: HelpLevel) => void): TemplateResult {
  const names: Record<HelpLevel, string> = {
    none: t("None"),
    turn: t("Turn the tile so that it fits"),
    show: t("Show where it fits, too"),
  };
  const choices = ALL.map((one): Segment => [one, names[one]]);
  return segments(
    "help",
    t("Help in Gobble"),
    choices,
    help,
    (chosen) => change(chosen as HelpLevel),
    "setting segmented",
  );
}
