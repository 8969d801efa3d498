/**
 * Answers that were not sent yet, kept in the tab: they outlive a refusal, a lost session and the page.
 * They are whoever's wrote them, so whoever signs in next in this tab does not find them. Where a browser
 * keeps nothing, a reload costs what was being written.
 */
const PREFIX = "gh-application/";

export type KeptAnswers = Readonly<Record<string, string>>;

/** Whose answers, and to which affiliation's questions. */
export function answersPlace(viewerId: string, affiliationId: string): string {
  return `${viewerId}/${affiliationId}`;
}

export function keepAnswers(place: string, answers: KeptAnswers): void {
  try {
    sessionStorage.setItem(PREFIX + place, JSON.stringify(answers));
  } catch {
    // See above.
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

/** Forgets all answers whose place begins so. */
export function forgetAnswers(places: string): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX + places)) sessionStorage.removeItem(name);
    }
  } catch {
    // What keeps nothing has nothing to forget.
  }
}
