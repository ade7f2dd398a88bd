/** Icons for buttons. */
import { html, type TemplateResult } from "lit";

const ICONS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  turn: "M19 5v5h-5M19 10a8 8 0 1 0 1 5",
  check: "M4.5 12.5l5 5L20 7",
  close: "M6 6l12 12M18 6L6 18",
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4.5l12 7.5-12 7.5z",
  pause: "M8 5v14M16 5v14",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4.2 4.2 0 0 0-6-6l-1.500 1.500M14 10a4 4 0 0 0-6-.5l-3 3a4.200 4.200 0 0 0 6 6l1.500-1.500",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  gear: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M18.400 5.600l-2.100 2.100M7.700 16.300l-2.100 2.100",
  bag: "M8 8c-3 2.500-4 5-4 7.500C4 19 7 20.500 12 20.500s8-1.500 8-5c0-2.500-1-5-4-7.500M8 8h8M8.500 8L7.500 4l3 1.500L12 4l1.500 1.500 3-1.500-1 4",
  text: "M4 6h16M4 11h16M4 16h10",
  flag: "M6 21V4M6 4c5-2.500 7 2.500 12 0v9c-5 2.500-7-2.500-12 0",
  seal: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 11.500l2.200 2.200L15.500 9.500",
  draw: "M5 9h14M5 15h14",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4",
  group:
    "M8 4l4 2.300v4.600L8 13.200l-4-2.300V6.300zM16 4l4 2.300v4.600l-4 2.300-4-2.300M12 10.900l4 2.300v4.600L12 20.100l-4-2.300v-4.600",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.800.600 1 1.300 1 2.100h5c0-.800.200-1.500 1-2.100A6 6 0 0 0 12 3z",
  curve: "M4 4v16h16M7 15l4-5 4 3 5-8",
  aside: "M20 4v7a4 4 0 0 1-4 4H5M10 10l-5 5 5 5",
  robot: "M5 9h14v10H5zM12 9V5M9.500 13v2M14.500 13v2",
  talk: "M4 5h16v11H10l-5 4v-4H4z",
  trace: "M4 18c4 0 4-12 8-12s4 12 8 12",
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]}></path></svg>`;
}
