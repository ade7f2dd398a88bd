/** Animations of flying tiles in a rush. Nothing depends on them. */
import { type Spot, spotOf } from "../tiles/flight";

const GIFT_MS = 520;

/** Return where a player is on the screen: your own stock, or a card in the bar. */
export function spotOfPlayer(page: ParentNode, seat: number, isMine: boolean): Spot | null {
  const own = isMine ? spotOf(page.querySelector(".stock")) : null;
  return own ?? spotOf(page.querySelector(`.rush-player[data-seat="${seat}"] .seat-badge`));
}

/** Animate a face-down tile from one player to another. */
export async function flyGift(from: Spot, to: Spot): Promise<void> {
  const flyer = document.createElement("div");
  flyer.className = "flyer gift-flyer";
  flyer.style.setProperty("--size", "52px");
  document.body.append(flyer);
  const frames = [
    { transform: `translate(${from.x}px, ${from.y}px) scale(.5)` },
    { transform: `translate(${(from.x + to.x) / 2}px, ${(from.y + to.y) / 2}px) scale(1.25) rotate(180deg)` },
    { transform: `translate(${to.x}px, ${to.y}px) scale(.5) rotate(360deg)` },
  ];
  const timing = { duration: GIFT_MS, easing: "ease-in-out", fill: "forwards" as const };
  await flyer.animate(frames, timing).finished.catch(() => undefined);
  flyer.remove();
}
