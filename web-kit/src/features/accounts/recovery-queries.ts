import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";

export function recoverPassword(email: string) {
  return call<{ message: string }>("POST", "/api/identity/password/forgot", {
    body: { email },
    quiet: true,
  });
}

/** The account that a mailed link belongs to. The query does not use up the link. */
export const linkOwnerQuery = (token: string) =>
  queryOptions({
    queryKey: ["recovery", "link-owner", token],
    queryFn: ({ signal }) =>
      call<{ email: string }>("POST", "/api/identity/password/reset-link", {
        body: { token },
        quiet: true,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** History state that the sign-in leaves for the new-password screen. */
export interface PasswordResetState {
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
