import { type QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { call, ProblemError } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Me } from "../../api/types.ts";
import type { SignInOutcome } from "../second-factor/queries.ts";
import { hasSessionCookie } from "./session-monitor.ts";

/** The signed-in member, or null for a visitor. */
export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: async ({ signal }): Promise<Me | null> => {
    // Without the cookie there is no session, and a 401 would only clutter the console.
    if (!hasSessionCookie()) return null;
    try {
      return await call<Me>("GET", "/api/me", { signal, quiet: true });
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) return null;
      throw error;
    }
  },
});

export function useMe(): Me | null {
  return useSuspenseQuery(meQuery).data;
}

/** Fetches the member from the server, ignoring the cache. */
export function fetchMe(cache: QueryClient): Promise<Me | null> {
  return cache.fetchQuery({ ...meQuery, staleTime: 0 });
}

export interface InviteCode {
  inviteCodeId: string;
  autoInviteToAffiliation: {
    affiliationId: string;
    affiliationName: string;
    customMessage: string | null;
  } | null;
}

export function validateInviteCode(code: string): Promise<InviteCode> {
  return call<InviteCode>("POST", "/api/invite-codes/validate", { body: { code }, quiet: true });
}

export interface Registration {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  confirmPassword: string;
  inviteCodeId: string;
}

export function join(body: Registration) {
  return call<{
    uid: string | null;
    requiresVerification: boolean;
    /** Null if the response must not reveal whether the address has an account. */
    idToken: string | null;
  }>("POST", "/api/identity/join", { body, quiet: true });
}

/** The current password is no longer accepted; the member must choose a new one. */
export interface PasswordResetRequired {
  outcome: "passwordResetRequired";
  resetToken: string;
}

export function logIn(body: { email: string; password: string; staySignedIn: boolean }) {
  return call<SignInOutcome | PasswordResetRequired>("POST", "/api/identity/login", {
    body,
    quiet: true,
  });
}

export function resendVerification(email?: string) {
  return call<{ message: string }>("POST", "/api/identity/verification/resend", {
    body: email === undefined ? {} : { email },
    quiet: email !== undefined,
  });
}

export function confirmVerification(token: string) {
  return call<{ message: string; alreadyConfirmed: boolean; signedIn: boolean }>(
    "POST",
    "/api/identity/verification/confirm",
    { body: { token }, quiet: true },
  );
}

export function completeOnboarding(): Promise<Me> {
  return call<Me>("POST", "/api/me/onboarding", {
    body: { agreedToTerms: true, agreedToGuidelines: true, agreedToPrivacy: true },
  });
}

export function acknowledgeLegal(): Promise<Me> {
  return call<Me>("POST", "/api/me/legal-acknowledgements", { body: {} });
}

export function saveTheme(theme: Me["theme"]): Promise<Me> {
  return call<Me>("PATCH", "/api/me", { body: { theme } });
}
