/**
 * The stored drafts as a whole. Apart from `drafts.ts`, which only screens with a composer load:
 * every page can end the session and deletes the member's drafts.
 */
export const PREFIX = "gh-draft/";
/** Prefix of the versions that the server has. */
export const SYNC_PREFIX = "gh-draft-sync/";

const deletionListeners = new Set<(viewerId: string) => void>();

/** Notifies about a member whose drafts are deleted. */
export function onDraftsDeleted(listener: (viewerId: string) => void): void {
  deletionListeners.add(listener);
}

/** Deletes all drafts of a member, also those that a screen has read. */
export function deleteDraftsOf(viewerId: string): void {
  deleteStoredDrafts(draftKeyPrefix(viewerId));
  for (const listener of deletionListeners) listener(viewerId);
}

/**
 * The beginning of the keys of a member's drafts. It contains their id, so that the next user of
 * this tab does not see them.
 */
export function draftKeyPrefix(viewerId: string): string {
  return `${viewerId}/`;
}

/** Deletes all stored drafts whose key begins with this prefix. */
export function deleteStoredDrafts(keyPrefix: string): void {
  for (const key of storedDraftKeys(keyPrefix)) {
    localStorage.removeItem(PREFIX + key);
    localStorage.removeItem(SYNC_PREFIX + key);
  }
}

/** The keys of the stored drafts that begin with this prefix, and of drafts known to the server. */
export function storedDraftKeys(keyPrefix: string): string[] {
  try {
    const keys = Object.keys(localStorage).flatMap((name) =>
      [PREFIX, SYNC_PREFIX]
        .filter((prefix) => name.startsWith(prefix + keyPrefix))
        .map((prefix) => name.slice(prefix.length)),
    );
    return [...new Set(keys)];
  } catch {
    // Storage is blocked: there is nothing in it.
    return [];
  }
}
