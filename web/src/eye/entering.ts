/** The result of a game of a tournament at real tables: counted from the picture, confirmed on the tournament's page. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter } from "../generated/protocol";
import { t } from "../page/i18n";
import { printPlacement } from "../tiles/placement";
import type { Photograph } from "./photograph";
import { largestGroup, type Scan, standings, tileAsRead } from "./state";
import { doubts, misreadings, type Pair, playedColours, toCorrect } from "./uses";

/** A game whose scores are to be counted, as the tournament's page names it. */
export interface GameToCount {
  tournament: string;
  match: string;
  number: string;
  board: string;
  /** The names of both sides. */
  sides: [string, string];
}

/** Read the address of the page; null if it was opened for no game. */
export function gameToCount(search: string): GameToCount | null {
  const given = new URLSearchParams(search);
  const field = (name: string) => given.get(name) ?? "";
  const [tournament, match] = [field("tournament"), field("match")];
  if (!/^\w+$/.test(tournament) || !match) return null;
  return {
    tournament,
    match,
    number: field("number"),
    board: field("board"),
    sides: [field("first"), field("second")],
  };
}

/** Return the address at which the scores of two colours are confirmed. */
export function addressToConfirm(game: GameToCount, scan: Scan, colours: Pair, digest: string): string {
  const [first, second] = colours.map((colour) => String(scoreOf(scan, colour))) as [string, string];
  const tiles = largestGroup(scan).map((place) => {
    const { tile, rotation, q, r } = tileAsRead(scan, place);
    return printPlacement({ tile, rotation, cell: { q, r } });
  });
  const { tournament, match, number, board } = game;
  const fields = { match, number, board, first, second, picture: digest, tiles: tiles.join(" ") };
  return `/tournaments/${tournament}?${new URLSearchParams(fields)}#result`;
}

/** Return the SHA-256 of a picture in hexadecimal; empty where the browser has none, without HTTPS. */
export async function digestOf(file: Blob): Promise<string> {
  if (!globalThis.isSecureContext) return "";
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function scoreOf(scan: Scan, colour: ColourLetter): number {
  return standings(scan).find((one) => one.colour === colour)?.score ?? 0;
}

/** Return the colours of the two best lines: those that most likely played. */
export function likelyColours(scan: Scan): Pair {
  const [best = "R", next = best === "R" ? "B" : "R"] = standings(scan).map(({ colour }) => colour);
  return [best, next];
}

/** Whether the tiles can be sent: they can lie as they were read, and the eye is sure of each. */
export function canBeEntered(scan: Scan): boolean {
  return !misreadings(scan).length && !doubts(scan).length;
}

/** Render who played which colour, and the way to where both sides confirm the scores. */
export function entering(
  game: GameToCount,
  scan: Scan,
  { file, url }: Photograph,
  colours: Pair | null,
  choose: (colours: Pair) => void,
  leave: (address: string) => void,
): TemplateResult | typeof nothing {
  if (misreadings(scan).length) return nothing; // which the result says
  if (!colours || doubts(scan).length) return toCorrect(t("Enter the result"), doubts(scan));
  const enter = async (event: SubmitEvent) => {
    event.preventDefault();
    leave(addressToConfirm(game, scan, colours, await digestOf(file)));
  };
  return html`<form aria-label=${t("Enter the result")} @submit=${(event: SubmitEvent) => void enter(event)}>
    ${playedColours(game.sides, colours, choose)}
    <p>${t("Keep the picture: only its fingerprint and the tiles are sent.")}
      <a href=${url} download="tantrix.jpg">${t("Save the picture")}</a></p>
    <button type="submit" class="primary">${t("Enter the result")}</button>
  </form>`;
}
