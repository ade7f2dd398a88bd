/** Faces and icons on pages whose script has no templates; what draws them is fetched when one is shown. */
import type { IconName } from "../icons";

/** Put a player's face before the text of an element: the chosen one, or the default face of the name. */
export async function faceBefore(element: HTMLElement, name: string, chosen?: string | null): Promise<void> {
  const [{ render }, { face }] = await Promise.all([import("lit"), import("./face")]);
  render(face(name, null, chosen), placeIn(element, "face-before"));
}

/** Put the icon of a notice that is about nobody before its text. */
export async function iconBefore(element: HTMLElement, name: IconName): Promise<void> {
  const [{ render }, { icon }] = await Promise.all([import("lit"), import("../icons")]);
  render(icon(name), placeIn(element, "notice-sign"));
}

function placeIn(element: HTMLElement, look: string): HTMLElement {
  const place = document.createElement("span");
  place.className = look;
  element.prepend(place);
  return place;
}
