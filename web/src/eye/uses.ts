/** What the tiles in a picture are good for: who won, whether a puzzle is right, what they can make, analysis. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter, Hint } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { request } from "../page/request";
import { segments } from "../settings/segments";
import { colourName } from "../tiles/text";
import type { TracedLine } from "./picture";
import {
  brokenContacts,
  counted,
  goalsOf,
  nApart,
  nDoubtful,
  positionText,
  racks,
  repeated,
  type Scan,
  type ScanVerdict,
  standings,
  verdictOf,
} from "./state";

/** The colours of two sides. */
export type Pair = readonly [ColourLetter, ColourLetter];

/** Whether these tiles make a loop or line: asked, or answered. */
export interface Possible {
  colour: ColourLetter;
  isLoop: boolean;
  goal: string;
  status: "asked" | Hint["status"];
}

/** The lines of the colours that play, the best first. */
export function drawnLines(scan: Scan, playing: ReadonlySet<ColourLetter>): TracedLine[] {
  const lines = standings(scan).filter(({ colour }) => playing.has(colour));
  return lines.map(({ colour, line, score }) => ({ colour, line, isBest: score === lines[0]?.score })).reverse();
}

/** Render the result of a game that is over, for the colours that play; teams of doubles have one colour each. */
export function whoWon(
  scan: Scan,
  playing: ReadonlySet<ColourLetter>,
  toggle: (colour: ColourLetter) => void,
  share: (words: string) => void,
): TemplateResult {
  const all = standings(scan);
  const verdict = verdictOf(scan, playing);
  const isWrong = verdict.kind === "clashing" || verdict.kind === "repeated";
  return html`<section class="scan-won ${verdict.kind === "won" ? `won-${verdict.colour}` : ""}" aria-label=${t("Who won")}>
      <h2 tabindex="-1">${verdictText(verdict)}</h2>
      ${
        isWrong
          ? html`<p>${correctFirst()}</p>`
          : html`<ul class="scan-scores">${all
              .filter(({ colour }) => playing.has(colour))
              .map(
                ({ colour, line, score }) =>
                  html`<li><b>${score}</b> ${lineText(colour, line.isLoop, line.tiles.length)}</li>`,
              )}</ul>`
      }
      ${nApart(scan) ? html`<p>${tn("{n} tile lies apart and is not counted.", "{n} tiles lie apart and are not counted.", nApart(scan))}</p>` : nothing}
    </section>
    ${
      verdict.kind === "won" || verdict.kind === "draw"
        ? html`<p><button type="button" @click=${() => share(resultText(scan, playing))}>${icon("share")} ${t("Share the picture")}</button></p>`
        : nothing
    }
    <fieldset class="scan-players"><legend>${t("Who played?")}</legend>
      ${all.map(
        ({ colour }) =>
          html`<label><input type="checkbox" .checked=${playing.has(colour)} @change=${() => toggle(colour)}> ${colourName(colour)}</label>`,
      )}
    </fieldset>`;
}

/** Say who won and by which scores, the best first. */
function resultText(scan: Scan, playing: ReadonlySet<ColourLetter>): string {
  const scores = standings(scan).filter(({ colour }) => playing.has(colour));
  return `${verdictText(verdictOf(scan, playing))} · ${scores.map(({ score }) => score).join(" : ")}`;
}

function verdictText(verdict: ScanVerdict): string {
  switch (verdict.kind) {
    case "few":
      return t("Tick the colours that played.");
    case "clashing":
      return clashText(verdict.n);
    case "repeated":
      return repeatedText(verdict.tiles);
    case "draw":
      return t("A draw");
    case "won":
      return tn("{colour} wins by {n} point", "{colour} wins by {n} points", verdict.lead, {
        colour: capital(colourName(verdict.colour)),
      });
  }
}

function clashText(n: number): string {
  return tn("{n} edge does not match.", "{n} edges do not match.", n);
}

function repeatedText(tiles: readonly number[]): string {
  return t("Tiles that lie here more than once: {numbers}", { numbers: tiles.join(", ") });
}

function correctFirst(): string {
  return t("First correct what is wrong: tap a tile in the picture.");
}

/** Render what is right and wrong about a puzzle in the picture. */
export function checkedPuzzle(scan: Scan): TemplateResult {
  const faults = puzzleFaults(scan);
  const whole = standings(scan).filter(({ line }) => line.tiles.length === counted(scan).length);
  return html`<section aria-label=${t("Check my puzzle")}>
    <h2 tabindex="-1">${faults.length ? t("Not right yet") : t("Every edge matches")}</h2>
    <ul>${faults.map((fault) => html`<li>${fault}</li>`)}
      ${faults.length ? nothing : standings(scan).map(({ colour, line }) => html`<li>${lineText(colour, line.isLoop, line.tiles.length)}</li>`)}</ul>
    ${!faults.length && whole.length ? whole.map(({ colour, line }) => html`<p><b>${t("Solved: {goal}", { goal: goalText(colour, line.isLoop) })}</b></p>`) : nothing}
  </section>`;
}

/** Return what breaks the rules of every puzzle, as sentences. */
export function puzzleFaults(scan: Scan): string[] {
  return [...misreadings(scan), nApart(scan) ? t("Tiles outside the group: {n}", { n: nApart(scan) }) : ""].filter(
    Boolean,
  );
}

/** Return what cannot be on a table, as sentences. */
export function misreadings(scan: Scan): string[] {
  const nClashes = brokenContacts(scan).length;
  const twice = repeated(scan);
  return [nClashes ? clashText(nClashes) : "", twice.length ? repeatedText(twice) : ""].filter(Boolean);
}

/** Render what is to be corrected before the tiles are good for more. */
export function toCorrect(label: string, faults: readonly string[]): TemplateResult {
  return html`<section aria-label=${label}><p tabindex="-1">${faults.join(" ")} ${correctFirst()}</p></section>`;
}

/** Return the sentence about tiles that the eye is not sure of; none if there are none. */
export function doubts(scan: Scan): string[] {
  const n = nDoubtful(scan);
  return n ? [tn("{n} tile is doubtful.", "{n} tiles are doubtful.", n)] : [];
}

/** Ask the solver what all the tiles make together, loops first, until `signal`; `changed` hears of each answer. */
export async function askSolver(scan: Scan, signal: AbortSignal, changed: (found: Possible[]) => void): Promise<void> {
  let found: Possible[] = goalsOf(scan).map((goal) => ({ ...goal, status: "asked" }));
  changed(found);
  for (const one of found) {
    const address = `/api/puzzles/custom/hint?goal=${encodeURIComponent(one.goal)}`;
    const { status } = (await request("POST", address, { placements: [], strength: "solvable" })) as Hint;
    if (signal.aborted) return;
    found = found.map((other) => (other.goal === one.goal ? { ...other, status } : other));
    changed(found);
  }
}

/** Render what the tiles can make, each as a puzzle to try, with its hints; or why nobody could be asked. */
export function possibleThings(found: readonly Possible[], refusal: string | null, again: () => void): TemplateResult {
  return html`<section aria-label=${t("What can these tiles make")}>
    <h2 tabindex="-1">${t("What can these tiles make")}</h2>
    ${refusal ? html`<p role="alert">${refusal}</p><p><button type="button" @click=${again}>${t("Try again")}</button></p>` : nothing}
    ${found.length || refusal ? nothing : html`<p>${t("No colour is on all of these tiles.")}</p>`}
    <ul class="scan-possible">${found.map((one) => html`<li>${possibleText(one)}</li>`)}</ul>
  </section>`;
}

function possibleText({ colour, isLoop, goal, status }: Possible): TemplateResult {
  const name = capital(goalText(colour, isLoop));
  if (status === "solved")
    return html`${icon("check")} <a href="/puzzles/custom?goal=${encodeURIComponent(goal)}">${name}</a>`;
  const words = { asked: t("being searched …"), none: t("not possible"), unknown: t("not found in time") };
  return html`${name}: ${words[status]}`;
}

/** Name a loop or line through all tiles: other languages have another adjective than that of the colour alone. */
export function goalText(colour: ColourLetter, isLoop: boolean): string {
  const [loop, line] = {
    R: [t("a red loop through all tiles"), t("a red line through all tiles")],
    Y: [t("a yellow loop through all tiles"), t("a yellow line through all tiles")],
    G: [t("a green loop through all tiles"), t("a green line through all tiles")],
    B: [t("a blue loop through all tiles"), t("a blue line through all tiles")],
  }[colour] as [string, string];
  return isLoop ? loop : line;
}

/** Render the way to the analysis board: the colours of both racks, and whose turn it is. */
export function analysis(
  scan: Scan,
  colours: Pair,
  choose: (colours: Pair) => void,
  submit: (address: string) => void,
): TemplateResult {
  const [far, near] = racks(scan);
  const faults = [...misreadings(scan), ...doubts(scan)];
  if (faults.length) return toCorrect(t("Analyse"), faults);
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    submit(`/analysis?position=${encodeURIComponent(positionText(scan, colours, data.get("turn") === "near"))}`);
  };
  const labels = [t("Near you, tiles: {n}", { n: near.length }), t("Across, tiles: {n}", { n: far.length })] as const;
  return html`<form @submit=${start}>
    ${playedColours(labels, colours, choose)}
    ${segments(
      "turn",
      t("Whose turn is it?"),
      [
        ["near", t("Near you")],
        ["far", t("Across")],
      ],
      "near",
    )}
    <button type="submit" class="primary">${t("Open the analysis board")}</button>
  </form>`;
}

/** Render which colour each of two sides has; a side that takes the colour of the other gives its own for it. */
export function playedColours(
  labels: readonly [string, string],
  [first, second]: Pair,
  choose: (colours: Pair) => void,
): TemplateResult {
  const choices = (["R", "Y", "G", "B"] as const).map((colour) => [colour, colourName(colour)] as const);
  const take = (colour: string, mine: ColourLetter, other: ColourLetter) =>
    [colour as ColourLetter, colour === other ? mine : other] as const;
  return html`${segments("first", labels[0], choices, first, (colour) => choose(take(colour, first, second)))}
    ${segments("second", labels[1], choices, second, (colour) => {
      const [mine, other] = take(colour, second, first);
      choose([other, mine]);
    })}`;
}

function lineText(colour: ColourLetter, isLoop: boolean, n: number): string {
  const values = { colour: colourName(colour) };
  return isLoop
    ? tn("{colour}: a loop of {n} tile", "{colour}: a loop of {n} tiles", n, values)
    : tn("{colour}: a line of {n} tile", "{colour}: a line of {n} tiles", n, values);
}

function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
