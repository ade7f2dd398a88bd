/** The last picture and what the user said of its tiles, kept in this tab for a reload or the way back to the page. */
import { UNREAD } from "../generated/eye-layout";
import { loadJson, saveJson } from "../page/storage";
import { boxAround, type TileBox } from "./box";
import type { Photograph } from "./photograph";
import type { Said, Scan } from "./state";

interface KeptPicture {
  /** What the page was opened for: the query of its address. */
  search: string;
  likeness: string;
  said: Said[];
  /** Around the tiles that the user added. */
  boxes: TileBox[];
}

const KEY = "tantrix.scan";
const TAB = () => sessionStorage;

/** Keep a picture instead of the last one; nothing is kept of one that has no room. */
export function keep({ likeness }: Photograph, { seen, fixed }: Scan): void {
  const said = seen.tiles.flatMap(({ x, y }, place) => {
    const reading = fixed[place] ?? UNREAD;
    return reading === UNREAD ? [] : [{ x, y, reading }];
  });
  saveJson(KEY, null, TAB);
  const boxes = seen.tiles.filter(({ isAdded }) => isAdded).map(boxAround);
  saveJson(KEY, { search: location.search, likeness, said, boxes } satisfies KeptPicture, TAB);
}

/** Return the picture that was kept for this address, as a file, and what was said of it; null if there is none. */
export function kept(): { file: Blob; said: Said[]; boxes: TileBox[] } | null {
  const found = loadJson<KeptPicture | null>(KEY, null, TAB);
  if (found?.search !== location.search) return null;
  const bytes = Uint8Array.from(atob(found.likeness.split(",")[1] ?? ""), (letter) => letter.charCodeAt(0));
  return { file: new Blob([bytes], { type: "image/jpeg" }), said: found.said, boxes: found.boxes ?? [] };
}
