/** The service worker: it shows push messages, and answers for the server when there is no connection. */
import "./push";
import "./saved";
