/**
 * What every page does: it shows moments in the reader's time zone, which the server writes in UTC, brings the
 * answer to a form into view, and keeps what is saved for offline use fresh.
 */

import { showAnswer } from "../form-answer";
import { refreshSaved } from "../offline/saving";
import { showMoments } from "./shown";

showMoments(document);
showAnswer();
void refreshSaved().catch(() => undefined);
