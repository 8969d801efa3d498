import { t } from "@lingui/core/macro";
import { call, ProblemError, errorMessage } from "../../api/client.ts";
import type { Boot } from "../../api/types.ts";
import type { SignInOutcome } from "../second-factor/queries.ts";
import type { PendingSignIn } from "../second-factor/pending-sign-in.ts";
import { openSession } from "./session.ts";
import type { UnverifiedSignIn } from "./unverified-sign-in.ts";

/** Specified messages for failures that only the client notices. */
export const googleMessages = {
  blocked: t`Popup was blocked. Please allow popups for this site and try again.`,
  cancelled: t`Sign-in was cancelled. Please try again.`,
  failed: t`Google sign-in failed. Please try again.`,
} as const;

export interface GoogleSignInRequest {
  /** Required to create a new account. */
  inviteCodeId: string | null;
  staySignedIn: boolean;
}

interface GoogleStart extends GoogleSignInRequest {
  popup: boolean;
  portal: string | null;
  redirectPath: string | null;
}

/** Binds this browser on the main site; returns the issuer's address. */
export async function startGoogle(start: GoogleStart): Promise<string> {
  const { url } = await call<{ url: string }>("POST", "/api/identity/google/start", {
    body: start,
    quiet: true,
  });
  return url;
}

/**
 * The address belongs to an existing account, which its password connects with the Google identity.
 */
export interface ExistingAccount {
  email: string;
  message: string;
  ticket: string;
  staySignedIn: boolean;
}

/** The destination after a sign-in. */
export interface ReturnTarget {
  portal: string | null;
  /** The portal's affiliation and origin; null if no such portal is open. */
  affiliationId: string | null;
  portalOrigin: string | null;
  redirectPath: string | null;
}

type AccountExists = ExistingAccount & { outcome: "accountExists" };
/** The address of an account that must be verified again. */
interface NotVerified {
  outcome: "emailNotVerified";
  email: string;
  message: string;
}
type FinishedSignIn = ReturnTarget & { staySignedIn: boolean } & (
    | AccountExists
    | NotVerified
    | SignInOutcome
  );

export type GoogleOutcome =
  | { kind: "signed-in"; where: ReturnTarget }
  | { kind: "exists"; account: ExistingAccount }
  | { kind: "unproven"; account: UnverifiedSignIn }
  | { kind: "waiting"; waiting: PendingSignIn; where: ReturnTarget };

/** Asks the server for the outcome of the sign-in, and opens the session if it succeeded. */
export async function finishGoogle(): Promise<GoogleOutcome> {
  const end = await call<FinishedSignIn>("POST", "/api/identity/google/finish", {
    body: {},
    quiet: true,
  });
  if (end.outcome === "accountExists") return { kind: "exists", account: end };
  if (end.outcome === "emailNotVerified") {
    const { email, message } = end;
    return { kind: "unproven", account: { email, words: message, again: null } };
  }
  if (end.outcome !== "success") {
    return {
      kind: "waiting",
      waiting: { outcome: end, staySignedIn: end.staySignedIn },
      where: end,
    };
  }
  await openSession(end.idToken, end.staySignedIn);
  return { kind: "signed-in", where: end };
}

/** Connects the Google identity with the account that has just signed in. */
export function linkGoogle(ticket: string): Promise<null> {
  return call<null>("POST", "/api/identity/google/link", { body: { ticket }, quiet: true });
}

export interface GoogleRefusal {
  code: string;
  detail: string;
}

export function refusalOf(error: unknown): GoogleRefusal {
  const detail = errorMessage(error, googleMessages.failed);
  if (!(error instanceof ProblemError)) return { code: "google-failed", detail };
  // The specified message reports a configuration error; the field error names the issuer.
  const issuer = error.errors.find(({ field }) => field === "issuer");
  return { code: error.code, detail: issuer ? `${detail} ${issuer.message}` : detail };
}

/**
 * The main site's address to which a portal sends a user, since only the main site uses the issuer.
 * The request is in the fragment and is never sent to a server.
 */
export function mainSignInUrl(boot: Boot, wish: GoogleSignInRequest, popup: boolean): string {
  const requested = new URLSearchParams({
    portal: boot.portal?.subdomain ?? "",
    stay: String(wish.staySignedIn),
    view: popup ? "popup" : "page",
  });
  if (wish.inviteCodeId !== null) requested.set("code", wish.inviteCodeId);
  return `${boot.mainOrigin}/login/google#${requested.toString()}`;
}

/**
 * The main site's address for a portal's users who are signed in there but cannot be transferred
 * yet.
 */
export function stayOnPortalUrl(boot: Boot): string {
  return `${boot.mainOrigin}/login/google#affiliation=${boot.portal?.affiliationId ?? ""}`;
}

/** The affiliation page that such an address leads to; null for any other address. */
export function affiliationPage(hash: string): string | null {
  const id = new URLSearchParams(hash.replace(/^#/, "")).get("affiliation");
  return id !== null && /^[0-9a-f]{32}$/.test(id) ? `/affiliation/${id}` : null;
}

/** The portal page in the popup that sends the message and closes it. */
export const popupPagePath = (word: "arrived" | "stayed") => `/login/google?view=${word}`;

/** Parses a portal's request from the address; null for any other address. */
export function parsePortalRequest(hash: string): GoogleStart | null {
  const requested = new URLSearchParams(hash.replace(/^#/, ""));
  const portal = requested.get("portal");
  if (portal === null || portal === "") return null;
  return {
    portal,
    inviteCodeId: requested.get("code"),
    staySignedIn: requested.get("stay") === "true",
    popup: false,
    // In a popup, the redirect reports the arrival; a full page continues to the start page.
    redirectPath: requested.get("view") === "popup" ? popupPagePath("arrived") : "/",
  };
}
