import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";

/** Validity of a setup link. The query does not use up the link. */
export const setupLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ["setup-link", token],
    queryFn: async ({ signal }) => {
      await call<void>("POST", "/api/identity/setup/check", {
        signal,
        body: { token },
        quiet: true,
      });
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export interface FirstStaff {
  token: string;
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  confirmPassword: string;
}

export function createFirstStaff(body: FirstStaff) {
  return call<{ uid: string; idToken: string }>("POST", "/api/identity/setup", {
    body,
    quiet: true,
  });
}
