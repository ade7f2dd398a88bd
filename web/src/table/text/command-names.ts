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
  "clock",
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
    help: t("help (the command to list the commands; one word)"),
    place: t("place (the command to place a tile; one word)"),
    back: t("back (the command to take back the queued tile; one word)"),
    legal: t("legal (the command to list where a tile may be placed; one word)"),
    spaces: t("spaces (the command to list all spaces; one word)"),
    forced: t("forced (the command to list the forced spaces; one word)"),
    at: t("at (the command to describe what is on a cell; one word)"),
    tile: t("tile (the command to describe a tile; one word)"),
    board: t("board (the command to list all tiles on the table; one word)"),
    hand: t("hand (the command to list the tiles of all players; one word)"),
    bag: t("bag (the command to list the tiles not yet drawn; one word)"),
    turn: t("turn (the command to say who is to play; one word)"),
    last: t("last (the command to describe the last turn; one word)"),
    score: t("score (the command to say the scores; one word)"),
    clock: t("clock (the command to say how much time each player has left; one word)"),
  };
}

function firstOf(text: string): string {
  return text.trim().toLowerCase().split(/\s/)[0] ?? "";
}

/** Return a word in lower case without accents, which not every keyboard can type. */
function plain(word: string): string {
  return word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}
