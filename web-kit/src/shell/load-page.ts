/**
 * Loads a page from the server, instead of navigating within the app. Needed when the session
 * becomes that of another person: no data of the previous one may stay in memory.
 */
export function loadPage(path: string): void {
  location.assign(path);
}
