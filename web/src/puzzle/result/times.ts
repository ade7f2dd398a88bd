/** The time of a solution beside the player's best and the usual one, as bars. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../page/i18n";
import { printDuration } from "../../page/time/text";

export interface SolvedTimes {
  ms: number;
  /** The best time before; null if there is none. */
  bestBeforeMs: number | null;
  /** The usual time; null if it is not known. */
  usualMs: number | null;
  /** Whether the usual time is that of people, not an estimate. */
  isOfPeople: boolean;
}

/** Return the rows to compare: words and time, the solution itself first. */
export function timeRows({ ms, bestBeforeMs, usualMs, isOfPeople }: SolvedTimes): [string, number][] {
  const isRecord = bestBeforeMs !== null && ms < bestBeforeMs;
  const rows: [string, number][] = [[isRecord ? t("You, your best so far") : t("You, now"), ms]];
  if (bestBeforeMs !== null && bestBeforeMs !== ms) rows.push([t("Your best before"), bestBeforeMs]);
  if (usualMs !== null) rows.push([isOfPeople ? t("Others, usually") : t("Usual time, estimated"), usualMs]);
  return rows;
}

/** Render a bar for each time; nothing if there is nothing to compare with. */
export function timeBars(times: SolvedTimes): TemplateResult | typeof nothing {
  const rows = timeRows(times);
  if (rows.length < 2) return nothing;
  const longest = Math.max(...rows.map(([, ms]) => ms));
  return html`<ul class="time-bars">${rows.map(
    ([words, ms]) => html`<li><span>${words}</span><b>${printDuration(ms)}</b>
      <meter min="0" max=${longest} .value=${ms} aria-hidden="true"></meter></li>`,
  )}</ul>`;
}
