/** What the tiles in a picture are good for: who won, whether a puzzle is right, what they can make, analysis. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter, Hint } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { request } from "../page/request";
import { colourName } from "../tiles/text";
import type { TracedLine } from "./picture";
import {
  brokenContacts,
  counted,
  goalsOf,
  largestGroup,
  nDoubtful,
  positionText,
  racks,
  repeated,
  type Scan,
  standings,
} from "./state";

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
): TemplateResult {
  const all = standings(scan);
  const [first, second] = all.filter(({ colour }) => playing.has(colour));
  const lead = first && second ? first.score - second.score : 0;
  const headline =
    first && second && lead > 0
      ? tn("{colour} wins by {n} point", "{colour} wins by {n} points", lead, {
          colour: capital(colourName(first.colour)),
        })
      : t("A draw");
  return html`<section class="scan-won ${lead > 0 ? `won-${first?.colour}` : ""}" aria-label=${t("Who won")}>
      <h2>${headline}</h2>
      <ul class="scan-scores">${all
        .filter(({ colour }) => playing.has(colour))
        .map(
          ({ colour, line, score }) =>
            html`<li><b>${score}</b> ${lineText(colour, line.isLoop, line.tiles.length)}</li>`,
        )}</ul>
    </section>
    <fieldset class="scan-players"><legend>${t("Who played?")}</legend>
      ${all.map(
        ({ colour }) =>
          html`<label><input type="checkbox" .checked=${playing.has(colour)} @change=${() => toggle(colour)}> ${colourName(colour)}</label>`,
      )}
    </fieldset>`;
}

/** Render what is right and wrong about a puzzle in the picture. */
export function checkedPuzzle(scan: Scan): TemplateResult {
  const faults = puzzleFaults(scan);
  const whole = standings(scan).filter(({ line }) => line.tiles.length === counted(scan).length);
  return html`<section aria-label=${t("Check my puzzle")}>
    <h2>${faults.length ? t("Not right yet") : t("Every edge matches")}</h2>
    <ul>${faults.map((fault) => html`<li>${fault}</li>`)}
      ${faults.length ? nothing : standings(scan).map(({ colour, line }) => html`<li>${lineText(colour, line.isLoop, line.tiles.length)}</li>`)}</ul>
    ${!faults.length && whole.length ? html`<p><b>${t("Solved: it goes through all tiles.")}</b></p>` : nothing}
  </section>`;
}

/** Return what breaks the rules of every puzzle, as sentences. */
export function puzzleFaults(scan: Scan): string[] {
  const nClashes = brokenContacts(scan).length;
  const nOutside = counted(scan).length - largestGroup(scan).length;
  return [
    nClashes ? t("Edges that touch in two colours: {n}. They glow in the picture.", { n: nClashes }) : "",
    repeated(scan).length
      ? t("Tiles that lie here more than once: {numbers}", { numbers: repeated(scan).join(", ") })
      : "",
    nOutside ? t("Tiles outside the group: {n}", { n: nOutside }) : "",
  ].filter(Boolean);
}

/** Ask the solver what all the tiles make together, loops first; `changed` hears of each answer. */
export async function askSolver(scan: Scan, changed: (found: Possible[]) => void): Promise<void> {
  let found: Possible[] = goalsOf(scan).map((goal) => ({ ...goal, status: "asked" }));
  changed(found);
  for (const one of found) {
    const address = `/api/puzzles/custom/hint?goal=${encodeURIComponent(one.goal)}`;
    const { status } = (await request("POST", address, { placements: [], strength: "solvable" })) as Hint;
    found = found.map((other) => (other.goal === one.goal ? { ...other, status } : other));
    changed(found);
  }
}

/** Render what the tiles can make, each as a puzzle to try, with its hints. */
export function possibleThings(found: readonly Possible[]): TemplateResult {
  return html`<section aria-label=${t("What can these tiles make")}>
    <h2>${t("What can these tiles make")}</h2>
    ${found.length ? nothing : html`<p>${t("No colour is on all of these tiles.")}</p>`}
    <ul class="scan-possible">${found.map((one) => html`<li>${possibleText(one)}</li>`)}</ul>
  </section>`;
}

function possibleText({ colour, isLoop, goal, status }: Possible): TemplateResult {
  const name = isLoop
    ? t("A loop through all tiles, {colour}", { colour: colourName(colour) })
    : t("A line through all tiles, {colour}", { colour: colourName(colour) });
  if (status === "solved")
    return html`${icon("check")} <a href="/puzzles/custom?goal=${encodeURIComponent(goal)}">${name}</a>`;
  const words = { asked: t("being searched …"), none: t("not possible"), unknown: t("not found in time") };
  return html`${name}: ${words[status]}`;
}

/** Render the way to the analysis board: the colours of both racks, and whose turn it is. */
export function analysis(scan: Scan, submit: (address: string) => void): TemplateResult {
  const [far, near] = racks(scan);
  const faults = brokenContacts(scan).length || repeated(scan).length || nDoubtful(scan);
  if (faults)
    return html`<section><p role="alert">${t("Correct the doubtful tiles first: a position has no tile twice, and all its edges match.")}</p></section>`;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const colours = [String(data.get("near")), String(data.get("far"))] as [ColourLetter, ColourLetter];
    submit(`/analysis?position=${encodeURIComponent(positionText(scan, colours, data.get("turn") === "near"))}`);
  };
  return html`<form class="scan-analysis" @submit=${start}>
    ${colourField("near", t("Near you, tiles: {n}", { n: near.length }), "R")}
    ${colourField("far", t("Across, tiles: {n}", { n: far.length }), "B")}
    <fieldset><legend>${t("Whose turn is it?")}</legend>
      <label><input type="radio" name="turn" value="near" checked> ${t("Near you")}</label>
      <label><input type="radio" name="turn" value="far"> ${t("Across")}</label>
    </fieldset>
    <button type="submit" class="primary">${t("Open the analysis board")}</button>
  </form>`;
}

function colourField(name: string, label: string, first: ColourLetter): TemplateResult {
  return html`<label>${label} <select name=${name}>${(["R", "Y", "G", "B"] as const).map(
    (colour) => html`<option value=${colour} ?selected=${colour === first}>${colourName(colour)}</option>`,
  )}</select></label>`;
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
