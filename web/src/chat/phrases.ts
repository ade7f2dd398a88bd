/**
 * Preset phrases, which everybody reads in their own language, and reasons for reports. The server has the same ones.
 */
import type { ChatMessage, ReportRequest } from "../generated/protocol";
import { t } from "../page/i18n";

export type PresetName = NonNullable<ChatMessage["preset"]>;
export type ReasonName = ReportRequest["reason"];

/** Return all phrases by code, in the order of the menu. */
export function presetSentences(): Record<PresetName, string> {
  return {
    hello: t("Hello!"),
    good_luck: t("Good luck!"),
    have_fun: t("Have fun!"),
    well_played: t("Well played!"),
    nice_placement: t("Nice move!"),
    thanks: t("Thank you!"),
    sorry: t("Sorry!"),
    one_moment: t("One moment, please."),
    good_game: t("Good game!"),
    again: t("Shall we play again?"),
    must_go: t("I have to go."),
    goodbye: t("Goodbye!"),
  };
}

/** Return the reasons for a report. */
export function reasonSentences(): Record<ReasonName, string> {
  return {
    insult: t("Insults or threats"),
    advertising: t("Advertising or flooding"),
    cheating: t("Unfair play"),
    name: t("An offensive name"),
    other: t("Something else"),
  };
}

/** Return the text of a message, in the reader's language if it is a preset phrase. */
export function messageText(message: ChatMessage): string {
  return message.preset ? presetSentences()[message.preset] : (message.text ?? "");
}

/** Return who wrote a message; authors with a closed account have no name. */
export function authorName(message: ChatMessage): string {
  return message.name || t("closed account");
}
