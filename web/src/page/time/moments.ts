/**
 * What every page does: it shows moments in the reader's time zone, which the server writes in UTC, and keeps what
 * is saved for offline use fresh.
 */
import { refreshSaved } from "../offline/saving";
import { showMoments } from "./shown";

showMoments(document);
void refreshSaved().catch(() => undefined);
