import { call } from "../../api/client.ts";

export function recoverPassword(email: string) {
  return call<{ message: string }>("POST", "/api/identity/password/forgot", {
    body: { email },
    quiet: true,
  });
}

/** What a sign-in leaves in the history for the screen of the new password. */
export interface MustReset {
  resetToken: string;
}

export interface NewPassword {
  token: string;
  password: string;
  confirmPassword: string;
}

export function confirmRecovery(body: NewPassword) {
  return call<{ message: string }>("POST", "/api/identity/password/reset", { body, quiet: true });
}
