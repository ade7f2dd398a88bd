/** The names of the text board's commands, in English and in the page's language. */
import { t } from "../../page/i18n";

export const COMMANDS = [
  "help",
  "place",
  "back",
  "legal",
  "spaces",
  "forced",
  "at",
  "tile",
  "board",
  "hand",
  "bag",
  "turn",
  "last",
  "score",
] as const;

export type CommandName = (typeof COMMANDS)[number];

/** Return the word for a command in the page's language. */
export function wordFor(command: CommandName): string {
  return firstOf(entries()[command]) || command;
}

/** Return the command with a name, whatever its case and accents; undefined if there is none. */
export function commandFor(word: string): CommandName | undefined {
  const typed = plain(word);
  return COMMANDS.find((one) => one === typed) ?? COMMANDS.find((one) => plain(wordFor(one)) === typed);
}

/** Return whether the page's language has its own names. */
export function hasOwnNames(): boolean {
  return COMMANDS.some((one) => wordFor(one) !== one);
}

/** Return one word for each command, with an explanation for translators; only the word is used. */
function entries(): Record<CommandName, string> {
  return {
    help: t("help (one word, typed: tell the commands)"),
    place: t("place (one word, typed: place a tile)"),
    back: t("back (one word, typed: take the queued tile back)"),
    legal: t("legal (one word, typed: where a tile may be placed)"),
    spaces: t("spaces (one word, typed: tell all spaces)"),
    forced: t("forced (one word, typed: tell the forced spaces)"),
    at: t("at (one word, typed: tell what is on a cell)"),
    tile: t("tile (one word, typed: tell how a tile looks)"),
    board: t("board (one word, typed: tell all tiles that lie)"),
    hand: t("hand (one word, typed: tell the tiles of all players)"),
    bag: t("bag (one word, typed: tell the tiles not yet drawn)"),
    turn: t("turn (one word, typed: tell who is to play)"),
    last: t("last (one word, typed: tell the last turn)"),
    score: t("score (one word, typed: tell the scores)"),
  };
}

function firstOf(text: string): string {
  return text.trim().toLowerCase().split(/\s/)[0] ?? "";
}

/** Return a word in lower case without accents, which not every keyboard can type. */
function plain(word: string): string {
  return word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}
