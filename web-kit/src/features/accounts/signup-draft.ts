import type { InviteCode } from "./queries.ts";

/**
 * What was typed on the way to an account, kept in the tab until the account is made: a reload keeps it.
 * Passwords are never kept. A browser that keeps nothing loses it at a reload.
 */
export interface SignupDraft {
  /** The code of the link that led here. */
  linkedCode: string | null;
  /** The code that the server accepted. */
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
    // See above.
  }
}

export function clearSignupDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** A code that came with a link replaces one that was accepted before. */
export function rememberLinkedCode(linkedCode: string): void {
  updateSignupDraft({ linkedCode, code: null });
}
