/**
 * `<tantrix-gobble-waiting-room>`: a room before its rush. It sends the player's requests to the server.
 *
 * Events: `room-updated` {welcome} after each request, `seated` once the player has a seat.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { RushRoomView, RushSettings, RushWelcome } from "../generated/protocol";
import { copyText } from "../page/clipboard";
import { t } from "../page/i18n";
import { LightElement } from "../page/light-element";
import { RequestError } from "../page/request";
import * as api from "./api";
import type { RoomLink } from "./comb";
import { waitingRoom } from "./room-settings";

const AGREE_AFTER_MS = 180;

export class TantrixGobbleWaitingRoom extends LightElement {
  static override properties = {
    room: { attribute: false },
    isHere: { attribute: false },
    link: { attribute: false },
    name: { attribute: false },
    draft: { state: true },
    notice: { state: true },
    isCopied: { state: true },
  };

  declare room: RushRoomView;
  /** Which seats are connected; null until this is known. */
  declare isHere: readonly boolean[] | null;
  /** The address of the room for others. */
  declare link: RoomLink;
  /** The player's usual name. */
  declare name: string;
  /** The settings as the owner just changed them, until the server has them. */
  declare draft: RushSettings | null;
  declare notice: string;
  declare isCopied: boolean;
  #timer: number | undefined;

  constructor() {
    super();
    this.draft = null;
    this.notice = "";
    this.isCopied = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  async #ask(asking: Promise<RushWelcome>): Promise<boolean> {
    try {
      const welcome = await asking;
      this.notice = "";
      this.emit("room-updated", { welcome });
      return true;
    } catch (error) {
      this.notice = error instanceof RequestError ? error.message : t("No connection.");
      return false;
    }
  }

  async #sit(name: string): Promise<void> {
    if (await this.#ask(api.sitDown(this.room.id, name))) this.emit("seated");
  }

  /** Show a change at once, and send it when no other follows. */
  #changeSettings(settings: RushSettings): void {
    this.draft = settings;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#sendDraft(settings), AGREE_AFTER_MS);
  }

  async #sendDraft(settings: RushSettings): Promise<void> {
    await this.#ask(api.changeSettings(this.room.id, settings));
    if (this.draft === settings) this.draft = null;
  }

  async #start(): Promise<void> {
    window.clearTimeout(this.#timer);
    if (this.draft) await this.#sendDraft(this.draft);
    await this.#ask(api.start(this.room.id));
  }

  async #copyLink(): Promise<void> {
    if (await copyText(this.link.address)) this.isCopied = true;
  }

  /** Return the room with the settings as they are being changed. */
  #shown(): RushRoomView {
    const { draft, room } = this;
    if (!draft) return room;
    return {
      ...room,
      settings: draft,
      seats: room.seats.map((one) => ({ ...one, handicap: draft.handicaps[one.seat] ?? 0 })),
    };
  }

  override render(): TemplateResult {
    const { id } = this.room;
    return html`${this.notice ? html`<p class="error-note" role="alert">${this.notice}</p>` : nothing}
      ${waitingRoom(
        { room: this.#shown(), isHere: this.isHere, link: this.link, name: this.name, isCopied: this.isCopied },
        {
          sit: (name) => void this.#sit(name),
          stand: (seat) => void this.#ask(api.standUp(id, seat)),
          giveHost: (seat) => void this.#ask(api.giveHost(id, seat)),
          addRobot: (style) => void this.#ask(api.addRobot(id, style)),
          changeSettings: (settings) => this.#changeSettings(settings),
          start: () => void this.#start(),
          copyLink: () => void this.#copyLink(),
        },
      )}`;
  }
}

customElements.define("tantrix-gobble-waiting-room", TantrixGobbleWaitingRoom);
