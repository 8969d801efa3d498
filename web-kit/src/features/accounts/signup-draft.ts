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

const STORAGE_KEY = "gh-signup";
const EMPTY_DRAFT: SignupDraft = {
  linkedCode: null,
  code: null,
  email: "",
  firstName: "",
  lastName: "",
  agreed: false,
};

export function signupDraft(): SignupDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this module writes it
    return { ...EMPTY_DRAFT, ...(stored as Partial<SignupDraft> | null) };
  } catch {
    return EMPTY_DRAFT;
  }
}

export function updateSignupDraft(changes: Partial<SignupDraft>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...signupDraft(), ...changes }));
  } catch {
    // Storage is blocked: the draft is not kept.
  }
}

export function clearSignupDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** The code of a new link replaces a code that was accepted earlier. */
export function rememberLinkedCode(linkedCode: string): void {
  updateSignupDraft({ linkedCode, code: null });
}
