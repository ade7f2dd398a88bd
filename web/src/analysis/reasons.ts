/** What a placement does, in a sentence: the facts come from the server. Pure functions. */
import type { ChoiceView, ReasonView } from "../generated/protocol";
import { t } from "../page/i18n";

const N_SAID = 2;

/** Say what a choice did that the best placement does not do; all of it if there is no difference. */
export function whyPlayed({ reasons, best_reasons: best }: ChoiceView): string {
  return sentence(without(reasons, best));
}

/** Say what the best placement does that the choice did not; what was played if that was the best. */
export function whyBest({ reasons, best_reasons: best }: ChoiceView): string {
  return sentence(best.length > 0 ? without(best, reasons) : reasons);
}

function without(facts: readonly ReasonView[], others: readonly ReasonView[]): readonly ReasonView[] {
  const own = facts.filter(
    ({ fact, colour, n }) => !others.some((other) => other.fact === fact && other.colour === colour && other.n === n),
  );
  return own.length > 0 ? own : facts;
}

function sentence(facts: readonly ReasonView[]): string {
  const [first, second] = facts.map(clause).filter(Boolean).slice(0, N_SAID);
  if (!first) return "";
  const said = second ? t("{0} and {1}", { 0: first, 1: second }) : first;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** Return what a fact tells about a choice; empty if it is no reason for or against one. */
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
    "loses-ends": t("leaves it no open end"),
    "blocks-line": t("blocks an end of {whose} line of {n}", { whose, n }),
    "stops-line": t("stops {whose} line of {n} for now", { whose, n }),
    prepares: t("prepares a line of {n}", { n }),
    "forced-own": t("makes a forced space that the same hand can fill"),
    "forced-other": t("makes a forced space for {whose} tiles", { whose }),
    "forced-none": t("makes a forced space that no hand can fill"),
    "closes-other": t("closes {whose} loop of {n} tiles as well", { whose, n }),
    "lengthens-other": t("makes {whose} line {n} long as well", { whose, n }),
  };
  return words[fact] ?? "";
}
