/** The event by which the document tells that its bell has changed. */
export const BELL_EVENT = "tantrix-bell";
