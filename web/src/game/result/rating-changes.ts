/** `<tantrix-rating-changes>`: how a finished rated game changed the ratings of its players. It fetches them itself. */
import { html, nothing, type TemplateResult } from "lit";
import type { GameRatings, GameView, SeatRating } from "../../generated/protocol";
import { fetchData } from "../../page/data";
import { t } from "../../page/i18n";
import { LightElement } from "../../page/light-element";
import { swatch } from "../../page/players/swatch";

export class TantrixRatingChanges extends LightElement {
  static override properties = { game: { attribute: false }, seats: { state: true } };

  declare game: GameView;
  declare seats: readonly SeatRating[];

  constructor() {
    super();
    this.seats = [];
  }

  override firstUpdated(): void {
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const ratings = await fetchData<GameRatings>(`/api/games/${encodeURIComponent(this.game.id)}/ratings`);
    if (ratings) this.seats = ratings.seats;
  }

  override render(): TemplateResult {
    if (this.seats.length === 0) return this.#rowsToCome();
    return html`<ul class="rating-changes" aria-label=${t("Ratings after this game")}>
      ${this.seats.map((seat) => this.#row(seat))}
    </ul>`;
  }

  /** Keep the place of the rows until they are there. */
  #rowsToCome(): TemplateResult {
    return html`<ul class="rating-changes to-come" aria-hidden="true">${this.game.seats.map(
      ({ colour, name }) => html`<li>${swatch(colour)} ${name} <b>0000</b> <span class="rating-change">+00</span></li>`,
    )}</ul>`;
  }

  #row(seat: SeatRating): TemplateResult {
    const { url, name } = seat.player;
    const colour = this.game.seats[seat.seat]?.colour;
    return html`<li>${colour ? swatch(colour) : nothing}
      ${url ? html`<a href=${url}><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}
      <b>${seat.after}</b> ${seat.is_counted ? change(seat) : html`<span class="quiet">${t("not counted")}</span>`}
    </li>`;
  }
}

function change({ before, after }: SeatRating): TemplateResult {
  const won = after - before;
  const sign = won > 0 ? "+" : won < 0 ? "−" : "±";
  const way = won > 0 ? "gained" : won < 0 ? "lost" : "same";
  return html`<span class="rating-change ${way}">${sign}${Math.abs(won)}</span>`;
}

customElements.define("tantrix-rating-changes", TantrixRatingChanges);
