/** Phrases that everybody reads in their own language, and reasons of a report. The server has the same sentences. */
import type { ReportRequest, Said } from "../generated/protocol";
import { t } from "../page/i18n";

export type PresetName = NonNullable<Said["preset"]>;
export type ReasonName = ReportRequest["reason"];

/** Return all phrases by their codes, in the order in which they are offered. */
export function presetSentences(): Record<PresetName, string> {
  return {
    hello: t("Hello!"),
    good_luck: t("Good luck!"),
    have_fun: t("Have fun!"),
    well_played: t("Well played!"),
    nice_placement: t("Nicely laid!"),
    thanks: t("Thank you!"),
    sorry: t("Sorry!"),
    one_moment: t("One moment, please."),
    good_game: t("Good game!"),
    again: t("Shall we play again?"),
    must_go: t("I have to go."),
    goodbye: t("Goodbye!"),
  };
}

/** Return why something can be reported. */
export function reasonSentences(): Record<ReasonName, string> {
  return {
    insult: t("Insults or threats"),
    advertising: t("Advertising or flooding"),
    cheating: t("Unfair play"),
    name: t("An offensive name"),
    other: t("Something else"),
  };
}

/** Return what was said, in the reader's language if it was a phrase. */
export function saidText(said: Said): string {
  return said.preset ? presetSentences()[said.preset] : (said.text ?? "");
}

/** Return who said it; whose account is closed has no name. */
export function saidName(said: Said): string {
  return said.name || t("closed account");
}
