/**
 * Descriptions of tiles and spaces for players who cannot see them.
 *
 * A tile is described by the colours of its edges clockwise from east, as turned: "red red yellow blue yellow blue";
 * a space by the colours that face it, each with its direction: "east yellow, south-west red".
 */
import type { ColourLetter } from "../generated/protocol";
import { TILE_EDGES } from "../generated/tile-edges";
import { t, tn } from "../page/i18n";
import { type Cell, cellText } from "./hexes";
import type { Placement } from "./placement";

const EDGES = [0, 1, 2, 3, 4, 5];

export function colourName(colour: ColourLetter): string {
  return { R: t("red"), Y: t("yellow"), G: t("green"), B: t("blue") }[colour];
}

/** Return the name of a direction, 0 for east and clockwise from there. */
export function edgeName(edge: number): string {
  const names = [t("east"), t("south-east"), t("south-west"), t("west"), t("north-west"), t("north-east")];
  return names[edge] ?? "";
}

/** Turn six letters: return those of the turned tile, clockwise from east. */
export function turnedLetters(letters: string, rotation: number): string {
  return letters.slice(6 - rotation) + letters.slice(0, 6 - rotation);
}

/** Return the six letters of a tile of the game; empty if there is no such tile. */
export function lettersOf(tile: number, rotation = 0): string {
  return turnedLetters(TILE_EDGES[tile - 1] ?? "", rotation);
}

/** Return the names of the colours of six letters. */
export function coloursText(letters: string): string {
  return [...letters].map((letter) => colourName(letter as ColourLetter)).join(" ");
}

/** Return the colours of a tile as turned. */
export function tileColours(tile: number, rotation = 0): string {
  return coloursText(lettersOf(tile, rotation));
}

/** Describe a tile by number and colours, without a full stop. */
export function tileText(tile: number, rotation = 0): string {
  return t("Tile {tile}: {colours}", { tile, colours: tileColours(tile, rotation) });
}

/** List tiles by number and colours. */
export function tilesText(tiles: readonly number[]): string {
  return tiles.map((tile) => `${tile} ${tileColours(tile)}`).join(", ");
}

/** Describe a tile on a cell. */
export function lyingSentence({ tile, cell, rotation }: Placement): string {
  return t("Tile {tile} at {cell}: {colours}.", { tile, cell: cellText(cell), colours: tileColours(tile, rotation) });
}

/** Describe a placement within a sentence. */
export function placementText({ tile, cell, rotation }: Placement): string {
  return t("tile {tile} at {cell}, {colours}", { tile, cell: cellText(cell), colours: tileColours(tile, rotation) });
}

/** List rotations by what each shows: "0 (red red yellow blue yellow blue)". */
export function rotationsText(tile: number, rotations: readonly number[]): string {
  return rotations.map((rotation) => `${rotation} (${tileColours(tile, rotation)})`).join(", ");
}

/** Describe the colours that face a cell; empty if there are none. */
export function sidesText(facing: string): string {
  return [...facing]
    .flatMap((letter, edge) => (letter === "." ? [] : [`${edgeName(edge)} ${colourName(letter as ColourLetter)}`]))
    .join(", ");
}

/** Describe a space by its cell and the colours that face it. */
export function spaceSentence(cell: Cell, facing: string): string {
  const sides = sidesText(facing);
  return sides
    ? t("Space {cell}: {sides}.", { cell: cellText(cell), sides })
    : t("Space {cell}.", { cell: cellText(cell) });
}

/** Say in how many rotations (at least one) a tile fits a space, and what it shows there now. */
export function fitSentence(tile: number, rotations: readonly number[], rotation: number): string {
  const values = { tile, colours: tileColours(tile, rotation) };
  return tn(
    "Tile {tile} fits one way: {colours}.",
    "Tile {tile} fits {n} ways, now {colours}.",
    rotations.length,
    values,
  );
}

/** Describe the tile just picked up, and say how many spaces it fits. */
export function takenSentence(tile: number, nSpaces: number): string {
  const values = { tile, colours: tileColours(tile) };
  return tn("Tile {tile}, {colours}: {n} space.", "Tile {tile}, {colours}: {n} spaces.", nSpaces, values);
}

/** Describe the three links of a tile: colour, form, and the two edges of each. */
export function linksText(letters: string): string[] {
  return EDGES.flatMap((edge) => {
    const end = letters.indexOf(letters[edge] ?? "", edge + 1);
    return end < 0 ? [] : [linkText(letters[edge] as ColourLetter, edge, end)];
  });
}

function linkText(letter: ColourLetter, edge: number, end: number): string {
  const values = { colour: colourName(letter), first: edgeName(edge), second: edgeName(end) };
  switch (Math.min(end - edge, 6 - (end - edge))) {
    case 1:
      return t("{colour}: a corner, {first} and {second}", values);
    case 2:
      return t("{colour}: a bend, {first} and {second}", values);
    default:
      return t("{colour}: straight, {first} and {second}", values);
  }
}
