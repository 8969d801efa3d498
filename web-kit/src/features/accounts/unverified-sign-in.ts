/**
 * A sign-in with correct credentials that was refused because the email address is not verified. It
 * is kept in memory only, so that the waiting screen can repeat it once the link was used.
 */
export interface UnverifiedSignIn {
  email: string;
  /**
   * The credentials to repeat the sign-in; null for a Google sign-in, which must be started again.
   */
  again: { password: string; staySignedIn: boolean } | null;
  /** The server's reason for the refusal. */
  words: string;
}

let stored: UnverifiedSignIn | null = null;

/** Stores the refused sign-in for the waiting screen. */
export function storeUnverifiedSignIn(refused: UnverifiedSignIn): void {
  stored = refused;
}

export function storedUnverifiedSignIn(): UnverifiedSignIn | null {
  return stored;
}

export function clearUnverifiedSignIn(): void {
  stored = null;
}
