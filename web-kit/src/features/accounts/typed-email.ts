/** Keeps the address typed into the sign-in form while a change of the language reloads the page. */
const STORAGE_KEY = "gh-sign-in-email";

export function storeTypedEmail(email: string): void {
  try {
    if (email === "") sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, email);
  } catch {
    // Storage is blocked: the address is typed again.
  }
}

export function typedEmail(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}
