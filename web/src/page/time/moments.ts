/** The moments on a page in the reader's time zone; the server writes dates in UTC, so pages do without this. */
import { showMoments } from "./shown";

showMoments(document);
