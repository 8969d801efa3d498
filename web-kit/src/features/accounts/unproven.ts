/**
 * A sign-in that was right but for an address nobody has proven yet. It is kept in this page's memory
 * alone, so that the waiting screen can try it again once the link was used.
 */
export interface Unproven {
  email: string;
  /** What the same sign-in takes; null where it was another's word, which is only asked for anew. */
  again: { password: string; staySignedIn: boolean } | null;
  /** Why it was refused. */
  words: string;
}

let kept: Unproven | null = null;

/** The waiting screen goes on with this. */
export function keepUnproven(refused: Unproven): void {
  kept = refused;
}

export function unproven(): Unproven | null {
  return kept;
}

export function forgetUnproven(): void {
  kept = null;
}
