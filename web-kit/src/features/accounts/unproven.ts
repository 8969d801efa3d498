/**
 * A sign-in with correct credentials that was refused because the email address is not verified. It
 * is kept in memory only, so that the waiting screen can repeat it once the link was used.
 */
export interface Unproven {
  email: string;
  /**
   * The credentials to repeat the sign-in; null for a Google sign-in, which must be started again.
   */
  again: { password: string; staySignedIn: boolean } | null;
  /** The server's reason for the refusal. */
  words: string;
}

let kept: Unproven | null = null;

/** Stores the refused sign-in for the waiting screen. */
export function keepUnproven(refused: Unproven): void {
  kept = refused;
}

export function unproven(): Unproven | null {
  return kept;
}

export function forgetUnproven(): void {
  kept = null;
}
