/**
 * Keys of what a member wrote and has not sent: drafts of posts, messages and comments, queued
 * posts and messages, answers of an application, the sign-up form, and typed text.
 */
const UNSENT_PREFIXES = [
  "gh-draft/",
  "gh-draft-sync/",
  "gh-outbox",
  "gh-application/",
  "gh-signup",
  "guildhall.typed-text",
];

/**
 * Empties a storage, as a hard refresh does, except for what a member wrote: a fault of the
 * app must not cost a text.
 */
export function clearExceptUnsent(storage: Storage): void {
  for (const key of Object.keys(storage)) {
    if (!UNSENT_PREFIXES.some((prefix) => key.startsWith(prefix))) storage.removeItem(key);
  }
}
