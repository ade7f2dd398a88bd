/** The row of scores above the table of a solitaire, and sentences about its result. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter, PuzzleView } from "../../generated/protocol";
import { t, tn } from "../../page/i18n";
import { swatch } from "../../page/players/swatch";
import { colourName } from "../../tiles/text";
import type { Laid } from "../state";
import { type BestLine, isSound, sum } from "./scoring";

export interface Scores {
  puzzle: PuzzleView;
  laid: Laid;
  lines: readonly BestLine[];
  /** The colours whose lines are traced on the table. */
  shown: ReadonlySet<ColourLetter>;
  /** The best result of this browser; null if there is none. */
  best: number | null;
}

/** Render the scores; each is a button that traces its line. */
export function scoreRow(scores: Scores, toggle: (colour: ColourLetter) => void): TemplateResult {
  const { puzzle, lines, best } = scores;
  return html`<div class="scores" role="group" aria-label=${t("Scores")}>
    ${puzzle.mode === "sum" ? html`<strong class="score-sum" aria-label=${t("Sum: {n}", { n: sum(lines) })}>${sum(lines)}</strong>` : nothing}
    ${lines.map((line) => chip(line, scores.shown.has(line.colour), toggle))}
    <span class="score-best">${bestSentence(puzzle, best)}</span>
  </div>`;
}

function chip(line: BestLine, isShown: boolean, toggle: (colour: ColourLetter) => void): TemplateResult {
  return html`<button type="button" class="score-chip" data-colour=${line.colour} aria-pressed=${isShown ? "true" : "false"}
    aria-label=${lineSentence(line)} title=${lineSentence(line)} @click=${() => toggle(line.colour)}>${swatch(line.colour)} <span>${line.score}</span></button>`;
}

/** Say how long the best line of a colour is. */
export function lineSentence({ colour, tiles, isLoop, score }: BestLine): string {
  const values = { colour: colourName(colour), score };
  const n = tiles.length;
  if (isLoop)
    return tn(
      "{colour}: a loop of {n} tile, {score} points",
      "{colour}: a loop of {n} tiles, {score} points",
      n,
      values,
    );
  return tn("{colour}: a line of {n} tile", "{colour}: a line of {n} tiles", n, values);
}

function bestSentence({ target }: PuzzleView, best: number | null): string {
  const parts = best === null ? [] : [t("Your best: {n}", { n: best })];
  if (target !== null) parts.push(t("Best known: {n}", { n: target }));
  return parts.join(" · ");
}

/** Return the result of a table: the sum of all colours, or the line of a stack; null if there is none yet. */
export function resultOf(puzzle: PuzzleView, laid: Laid, lines: readonly BestLine[]): number | null {
  if (puzzle.mode === "stack") return lines[0]?.tiles.length ?? 0;
  return laid.length === puzzle.n_to_lay && isSound(puzzle, laid) ? sum(lines) : null;
}

/** Say how a solitaire ended. */
export function endSentence(puzzle: PuzzleView, laid: Laid, lines: readonly BestLine[]): string {
  const [line] = lines;
  if (puzzle.mode === "sum" || !line) return t("All tiles placed: {n} points.", { n: sum(lines) });
  const values = { all: puzzle.n_to_lay };
  const n = line.tiles.length;
  const sentence = line.isLoop
    ? tn("Your loop runs through {n} of {all} tiles.", "Your loop runs through {n} of {all} tiles.", n, values)
    : tn("Your line runs through {n} of {all} tiles.", "Your line runs through {n} of {all} tiles.", n, values);
  return laid.length < puzzle.n_to_lay ? `${t("The next tile fits nowhere.")} ${sentence}` : sentence;
}
