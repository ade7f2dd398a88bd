/**
 * Announcements of a rush for screen readers. Events come faster than anybody can listen. So what concerns the player
 * is announced at once, and the tiles of others in one sentence every few seconds.
 */
import type { Rushed, RushRoomView } from "../generated/protocol";
import { listed, t, tn } from "../page/i18n";
import { tileText } from "../tiles/text";
import { type Rush, recipients } from "./state";
import { playerName } from "./text";

export interface Report {
  /** What to announce now. */
  sentences: readonly string[];
  /** Whether others laid tiles that have not been announced yet. */
  hasMore: boolean;
}

/** How long the tiles of others are collected. */
export const BATCH_MS = 5_000;
export const SLOW_BATCH_MS = 12_000;

export class RushAnnouncements {
  /** How many tiles each seat has laid since the last announcement. */
  #laid = new Map<number, number>();

  constructor(private readonly mySeat: () => number | null) {}

  /** Process an update. */
  take(room: RushRoomView, update: Rushed): Report {
    const sentences = update.events.flatMap((event) => this.#sentence(room, event) ?? []);
    return { sentences, hasMore: this.#laid.size > 0 };
  }

  /** Return what others have laid since the last time, in one sentence; empty if nothing. */
  gathered(room: RushRoomView): string {
    const parts = [...this.#laid].map(([seat, n]) =>
      tn("{name} {n} tile", "{name} {n} tiles", n, { name: playerName(room, seat) }),
    );
    this.#laid.clear();
    return parts.length > 0 ? t("Placed by others: {parts}.", { parts: listed(parts) }) : "";
  }

  #sentence(room: RushRoomView, event: Rushed["events"][number]): string | null {
    const mine = this.mySeat();
    switch (event.kind) {
      case "turned":
        return event.seat === mine && event.tile ? `${tileText(event.tile.tile)}.` : null;
      case "laid":
        return this.#laidSentence(room, event.seat, event.gobble);
      case "put-aside":
        return event.seat === mine ? t("Put aside.") : null;
      case "given":
        return giftSentence(room, event.seat, event.to, mine);
      case "finished":
        return event.seat === mine
          ? t("Your last tile: you are out, rank {rank}!", { rank: event.rank })
          : t("{name} placed the last tile: rank {rank}.", { name: playerName(room, event.seat), rank: event.rank });
      case "left":
        return t("{name} has left.", { name: playerName(room, event.seat) });
      case "over":
        return t("The rush is over.");
    }
  }

  #laidSentence(room: RushRoomView, seat: number, gobble: number): string | null {
    if (seat === this.mySeat()) return gobble > 0 ? null : t("Placed.");
    if (gobble > 0) return t("{name}: Gobble!", { name: playerName(room, seat) });
    this.#laid.set(seat, (this.#laid.get(seat) ?? 0) + 1);
    return null;
  }
}

/** Say who gave a tile to whom; null if it does not concern the player. */
export function giftSentence(room: RushRoomView, from: number, to: number, mine: number | null): string | null {
  if (to === mine) return t("{name} gave you a tile.", { name: playerName(room, from) });
  if (from === mine) return t("You gave {name} a tile.", { name: playerName(room, to) });
  return null;
}

/** Ask who gets a tile. */
export function giftAsked(room: RushRoomView, rush: Rush): string {
  const choices = recipients(rush).map((seat) => `${seat + 1} ${playerName(room, seat)}`);
  return t("Gobble! Press the number of who gets a tile: {choices}.", { choices: choices.join(", ") });
}
