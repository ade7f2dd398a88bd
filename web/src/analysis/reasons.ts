/** What a placement does, in a sentence: the facts come from the server. Pure functions. */
import type { ChoiceView, ReasonView } from "../generated/protocol";
import { t } from "../page/i18n";
import { isError } from "./grades";

/** `explain` of the library says three: there is no board beside its sentence. */
const N_SAID = 2;

/** What speaks against a placement. */
const AGAINST = new Set(["loses-ends", "forced-other", "closes-other", "lengthens-other"]);

/** Say of an error what speaks against it and not against the best placement, of another placement what is good. */
export function whyPlayed({ grade, reasons, best_reasons: best }: ChoiceView): string {
  const facts = isError(grade) ? without(reasons, best) : reasons;
  return sentence(facts.filter(({ fact }) => AGAINST.has(fact) === isError(grade)));
}

/** Say what speaks for the best placement, first what does not for the one that was played. */
export function whyBest({ reasons, best_reasons: best }: ChoiceView): string {
  const own = best.length > 0 ? without(best, reasons) : reasons;
  return sentence([...own, ...best].filter(({ fact }) => !AGAINST.has(fact)));
}

function without(facts: readonly ReasonView[], others: readonly ReasonView[]): readonly ReasonView[] {
  return facts.filter(
    ({ fact, colour, n }) => !others.some((other) => other.fact === fact && other.colour === colour && other.n === n),
  );
}

function sentence(facts: readonly ReasonView[]): string {
  const [first, second] = [...new Set(facts.map(clause))].filter(Boolean).slice(0, N_SAID);
  if (!first) return "";
  const said = second ? t("{0} and {1}", { 0: first, 1: second }) : first;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** Return what a fact tells about a choice, as `explain` says it; empty if it is no reason for or against one. */
function clause({ fact, colour, n }: ReasonView): string {
  const whose = { R: t("red’s"), Y: t("yellow’s"), G: t("green’s"), B: t("blue’s") }[colour];
  const words: Record<string, string> = {
    fills: t("fills a forced space"),
    "closes-loop": t("closes a loop of {n} tiles", { n }),
    "blocks-loop": t("blocks {whose} loop of {n} tiles", { whose, n }),
    "threatens-loop": t("threatens a loop of {n} tiles", { n }),
    joins: t("joins two lines into one of {n}", { n }),
    lengthens: t("makes a line of {n}", { n }),
    "keeps-ends": t("keeps both ends open"),
    "loses-ends": t("leaves {whose} line without an open end", { whose }),
    "blocks-line": t("blocks an end of {whose} line of {n}", { whose, n }),
    "stops-line": t("stops {whose} line of {n} for now", { whose, n }),
    prepares: t("prepares a line of {n}", { n }),
    "forced-own": t("makes a forced space that the same hand can fill"),
    "forced-other": t("makes a forced space for {whose} tiles", { whose }),
    "forced-none": t("makes a forced space that no hand can fill"),
    "closes-other": t("completes {whose} loop of {n} tiles", { whose, n }),
    "lengthens-other": t("lengthens {whose} line to {n}", { whose, n }),
  };
  return words[fact] ?? "";
}
