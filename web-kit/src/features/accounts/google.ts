import { call, ProblemError, wordsOf } from "../../api/client.ts";
import type { Boot } from "../../api/types.ts";
import type { SignInOutcome } from "../second-factor/queries.ts";
import type { Waiting } from "../second-factor/waiting.ts";
import { openSession } from "./session.ts";
import type { Unproven } from "./unproven.ts";

/** The words of the specification for what only this side notices. */
export const googleWords = {
  blocked: "Popup was blocked. Please allow popups for this site and try again.",
  cancelled: "Sign-in was cancelled. Please try again.",
  failed: "Google sign-in failed. Please try again.",
} as const;

export interface GoogleWish {
  /** Lets somebody new in. */
  inviteCodeId: string | null;
  staySignedIn: boolean;
}

interface Start extends GoogleWish {
  popup: boolean;
  portal: string | null;
  redirectPath: string | null;
}

/** Binds this browser on main; the issuer's address. */
export async function startGoogle(start: Start): Promise<string> {
  const { url } = await call<{ url: string }>("POST", "/api/identity/google/start", {
    body: start,
    quiet: true,
  });
  return url;
}

/** An address that has an account: its own password connects the two. */
export interface ExistingAccount {
  email: string;
  message: string;
  ticket: string;
  staySignedIn: boolean;
}

/** Where somebody who is signed in wanted to arrive. */
export interface Where {
  portal: string | null;
  /** Whose portal it is, and its address; null where no such portal is open. */
  affiliationId: string | null;
  portalOrigin: string | null;
  redirectPath: string | null;
}

type Exists = ExistingAccount & { outcome: "accountExists" };
/** The address of an account that must be proven anew. */
interface NotVerified {
  outcome: "emailNotVerified";
  email: string;
  message: string;
}
type Finished = Where & { staySignedIn: boolean } & (Exists | NotVerified | SignInOutcome);

export type GoogleEnd =
  | { kind: "signed-in"; where: Where }
  | { kind: "exists"; account: ExistingAccount }
  | { kind: "unproven"; account: Unproven }
  | { kind: "waiting"; waiting: Waiting; where: Where };

/** Asks what came of the sign-in, and opens the session if somebody is signed in. */
export async function finishGoogle(): Promise<GoogleEnd> {
  const end = await call<Finished>("POST", "/api/identity/google/finish", {
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

/** Connects the identity with the account that has just signed in. */
export function linkGoogle(ticket: string): Promise<null> {
  return call<null>("POST", "/api/identity/google/link", { body: { ticket }, quiet: true });
}

export interface Refusal {
  code: string;
  detail: string;
}

export function refusalOf(error: unknown): Refusal {
  const detail = wordsOf(error, googleWords.failed);
  if (!(error instanceof ProblemError)) return { code: "google-failed", detail };
  // The specified sentence says that something is set up wrongly; the other one, at which issuer.
  const issuer = error.errors.find(({ field }) => field === "issuer");
  return { code: error.code, detail: issuer ? `${detail} ${issuer.message}` : detail };
}

/** Where a portal sends somebody: to main, which alone knows the issuer. Nothing of it is sent to a server. */
export function mainAddress(boot: Boot, wish: GoogleWish, popup: boolean): string {
  const asked = new URLSearchParams({
    portal: boot.portal?.subdomain ?? "",
    stay: String(wish.staySignedIn),
    view: popup ? "popup" : "page",
  });
  if (wish.inviteCodeId !== null) asked.set("code", wish.inviteCodeId);
  return `${boot.mainOrigin}/login/google#${asked.toString()}`;
}

/** Where a portal's people go on who are signed in on main and cannot be carried to it yet. */
export function stayingAddress(boot: Boot): string {
  return `${boot.mainOrigin}/login/google#affiliation=${boot.portal?.affiliationId ?? ""}`;
}

/** The affiliation's page that such an address leads to in the end; null when it is another's. */
export function affiliationPage(hash: string): string | null {
  const id = new URLSearchParams(hash.replace(/^#/, "")).get("affiliation");
  return id !== null && /^[0-9a-f]{32}$/.test(id) ? `/affiliation/${id}` : null;
}

/** A portal's page in the window that main was asked in: it says the word, and goes. */
export const windowPage = (word: "arrived" | "stayed") => `/login/google?view=${word}`;

/** What a portal asked for, read from the address; null when it is another's. */
export function askedByPortal(hash: string): Start | null {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const portal = asked.get("portal");
  if (portal === null || portal === "") return null;
  return {
    portal,
    inviteCodeId: asked.get("code"),
    staySignedIn: asked.get("stay") === "true",
    popup: false,
    // There the window says that it has arrived; a whole page goes on to the start.
    redirectPath: asked.get("view") === "popup" ? windowPage("arrived") : "/",
  };
}
