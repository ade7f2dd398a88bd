/** The solutions of a puzzle, fetched page by page, and the buttons to step through them. */
import { html, type TemplateResult } from "lit";
import type { PuzzleView, SolutionList } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { askSolutions } from "./api";
import { type Laid, parseLaid } from "./state";

export type SolutionStep = "first" | "previous" | "next" | "last";

/** The solution shown: its index, how many can be shown, and how many exist. */
export interface Opened {
  index: number;
  nListed: number;
  /** Null if unknown. */
  count: number | null;
}

export class Solutions {
  #pages = new Map<number, SolutionList>();
  #pageSize = 0;

  constructor(private readonly puzzle: PuzzleView) {}

  /** Fetch a solution by index; null if there is none. Raises RequestError if that fails. */
  async open(index: number): Promise<{ laid: Laid; opened: Opened } | null> {
    const page = await this.#pageOf(index);
    const solution = page.solutions[index - page.first];
    if (!solution) return null;
    const laid = parseLaid(this.puzzle, solution.join(";"));
    return { laid, opened: { index, nListed: page.n_listed, count: page.count } };
  }

  /** Say how many solutions there are, as far as that is known. Raises RequestError if that fails. */
  async facts(): Promise<string> {
    const { status, count, n_listed } = await this.#pageOf(0);
    if (status === "none") return t("No solution: everything was searched.");
    if (status === "unknown") return t("Nobody knows yet whether this can be solved.");
    if (count === null) return tn("It has {n} solution or more.", "It has {n} solutions or more.", n_listed);
    return count === 1 ? t("Exactly one solution.") : tn("It has {n} solution.", "It has {n} solutions.", count);
  }

  async #pageOf(index: number): Promise<SolutionList> {
    const first = this.#pageSize > 0 ? index - (index % this.#pageSize) : index;
    const known = this.#pages.get(first);
    if (known) return known;
    const page = await askSolutions(this.puzzle, first);
    if (this.#pageSize === 0 && first === 0) this.#pageSize = Math.max(1, page.solutions.length);
    this.#pages.set(first, page);
    return page;
  }
}

/** Return the index of the solution that a step leads to, wrapping around. */
export function turnTo({ index, nListed }: Opened, step: SolutionStep): number {
  const targets = { first: 0, previous: index - 1, next: index + 1, last: nListed - 1 };
  return (targets[step] + nListed) % nListed;
}

/** Say which solution is shown. */
export function openedSentence({ index, nListed, count }: Opened): string {
  const values = { n: index + 1, count: (count ?? 0).toLocaleString(document.documentElement.lang), listed: nListed };
  if (count === null) return t("Solution {n}. There are {listed} or more.", values);
  return t("Solution {n} of {count}", values);
}

/** Say that only some of them can be shown, if that is so. */
export function limitSentence({ nListed, count }: Opened): string {
  return count !== nListed ? t("The first {listed} are shown here.", { listed: nListed }) : "";
}

export function solutionButtons(opened: Opened, go: (step: SolutionStep) => void): TemplateResult {
  const button = (name: SolutionStep, label: string) =>
    html`<button type="button" class="round" data-leaf=${name} aria-label=${label} title=${label} @click=${() => go(name)}>${icon(name)}</button>`;
  return html`<div class="leaves" role="group" aria-label=${t("Solutions")}>
    ${button("first", t("First solution (Home)"))}
    ${button("previous", t("Previous solution ([)"))}
    <span class="leaf-number">${openedSentence(opened)}</span>
    ${button("next", t("Next solution (])"))}
    ${button("last", t("Last solution (End)"))}
  </div><p class="leaf-limit">${limitSentence(opened)}</p>`;
}
