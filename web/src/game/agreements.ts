/** Everything that a player sends about the game apart from tiles: offers, answers, claims, abort, resign. */
import type { ClientMessage, OfferView } from "../generated/protocol";
import { t } from "../page/i18n";
import { messageId } from "../page/socket";
import { mySeats, type OfferedKind } from "../table/actions";
import type { TablePage } from "../table/page";

export class Agreements {
  constructor(private readonly page: TablePage) {}

  offer(kind: OfferedKind): void {
    this.#send({ type: "offer", id: messageId(), kind });
  }

  /** Accept or decline an offer; `accept` false withdraws the player's own. */
  reply(kind: OfferView["kind"], accept: boolean): void {
    const { page } = this;
    const mine = mySeats(page.table).map(({ seat }) => seat);
    const isOwn = page.table.offers.some((offer) => offer.kind === kind && mine.includes(offer.by));
    if (!this.#send({ type: "reply", id: messageId(), kind, accept }) || !isOwn) return;
    // Remove it at once, so that it does not look as if somebody else had declined.
    page.table = { ...page.table, offers: page.table.offers.filter((offer) => offer.kind !== kind) };
  }

  claim(seat: number, how: "robot" | "end"): void {
    this.#send({ type: "claim", id: messageId(), seat, how });
  }

  comeBack(seat: number): void {
    this.#send({ type: "return", id: messageId(), seat });
  }

  abort(): void {
    this.#send({ type: "abort", id: messageId() });
  }

  resign(seat: number): void {
    this.#send({ type: "resign", id: messageId(), seat });
  }

  /** A countdown has ended: render again, because other actions are possible now. */
  redraw(): void {
    this.page.table = { ...this.page.table };
  }

  #send(message: ClientMessage): boolean {
    this.page.closeMenu();
    const isSent = this.page.send(message);
    if (!isSent) this.page.showError(t("No connection."));
    return isSent;
  }
}
