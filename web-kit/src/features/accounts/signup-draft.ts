import type { InviteCode } from "./queries.ts";

/**
 * The sign-up form's values, kept in session storage until the account is created so that a reload
 * does not lose them. Passwords are never stored.
 */
export interface SignupDraft {
  /** The code of the invite link. */
  linkedCode: string | null;
  /** The invite code that the server accepted. */
  code: InviteCode | null;
  email: string;
  firstName: string;
  lastName: string;
  agreed: boolean;
}

const key = "gh-signup";
const empty: SignupDraft = {
  linkedCode: null,
  code: null,
  email: "",
  firstName: "",
  lastName: "",
  agreed: false,
};

export function signupDraft(): SignupDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this module writes it
    return { ...empty, ...(stored as Partial<SignupDraft> | null) };
  } catch {
    return empty;
  }
}

export function updateSignupDraft(changes: Partial<SignupDraft>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...signupDraft(), ...changes }));
  } catch {
    // Storage is blocked: the draft is not kept.
  }
}

export function clearSignupDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** The code of a new link replaces a code that was accepted earlier. */
export function rememberLinkedCode(linkedCode: string): void {
  updateSignupDraft({ linkedCode, code: null });
}
