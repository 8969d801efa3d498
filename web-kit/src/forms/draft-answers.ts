/**
 * Unsent answers in session storage: they survive an error, a lost session and a reload. The key
 * contains their author, so that the next user of this tab does not see them. If storage is
 * blocked, a reload loses them.
 */
const PREFIX = "gh-application/";

export type DraftAnswers = Readonly<Record<string, string>>;

/** Storage key: the author and the affiliation. */
export function draftAnswersKey(viewerId: string, affiliationId: string): string {
  return `${viewerId}/${affiliationId}`;
}

export function storeDraftAnswers(key: string, answers: DraftAnswers): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(answers));
  } catch {
    // Storage is blocked.
  }
}

export function loadDraftAnswers(key: string): DraftAnswers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? "null");
    if (typeof stored !== "object" || stored === null) return {};
    const words = Object.entries(stored).filter(([, answer]) => typeof answer === "string");
    return Object.fromEntries(words);
  } catch {
    return {};
  }
}

/** Deletes all answers whose key begins with this prefix. */
export function deleteDraftAnswers(keyPrefix: string): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX + keyPrefix)) sessionStorage.removeItem(name);
    }
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}
