/** The editor of a player's face: every choice shows the resulting face, from the same parts as on the server. */
import { render } from "lit";
import { face } from "../page/players/face";

type PartName = "mouth" | "eyes" | "colour" | "cap";
export type FaceParts = Record<PartName, string>;

/** Write a face as the text that the server reads. */
export function faceText({ mouth, eyes, colour, cap }: FaceParts): string {
  return `${mouth}${eyes}${colour}${cap}`;
}

/** Keep the preview and all choices of a form up to date. */
export function followChoices(form: HTMLFormElement): void {
  draw(form);
  form.addEventListener("change", () => draw(form));
}

function draw(form: HTMLFormElement): void {
  const fields = new FormData(form);
  const value = (name: PartName) => String(fields.get(name) ?? "");
  const chosen: FaceParts = { mouth: value("mouth"), eyes: value("eyes"), colour: value("colour"), cap: value("cap") };
  replace(form.querySelector(".face-preview"), chosen);
  for (const input of form.querySelectorAll<HTMLInputElement>(".face-part input"))
    replace(input.nextElementSibling, { ...chosen, [input.name]: input.value });
}

function replace(place: Element | null, parts: FaceParts): void {
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute("data-drawn")) place.replaceChildren();
  place.setAttribute("data-drawn", "");
  render(face("", null, faceText(parts)), place);
}
