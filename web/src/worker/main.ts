/**
 * The service worker: it shows push messages, takes records that other apps share, and answers for the server when
 * there is no connection.
 */
import "./push";
import "./shared";
import "./saved";
