/**
 * Unsent answers in session storage: they survive an error, a lost session and a reload. The key
 * contains their author, so that the next user of this tab does not see them. If storage is
 * blocked, a reload loses them.
 */
const PREFIX = "gh-application/";

export type KeptAnswers = Readonly<Record<string, string>>;

/** Storage key: the author and the affiliation. */
export function answersPlace(viewerId: string, affiliationId: string): string {
  return `${viewerId}/${affiliationId}`;
}

export function keepAnswers(place: string, answers: KeptAnswers): void {
  try {
    sessionStorage.setItem(PREFIX + place, JSON.stringify(answers));
  } catch {
    // Storage is blocked.
  }
}

export function keptAnswers(place: string): KeptAnswers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + place) ?? "null");
    if (typeof kept !== "object" || kept === null) return {};
    const words = Object.entries(kept).filter(([, answer]) => typeof answer === "string");
    return Object.fromEntries(words);
  } catch {
    return {};
  }
}

/** Deletes all answers whose key begins with this prefix. */
export function forgetAnswers(places: string): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX + places)) sessionStorage.removeItem(name);
    }
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}
