import { readFileSync, writeFileSync } from "node:fs";
import { accounts, password, type Account, type Site } from "./sites.ts";
import { call, cookiesIn, part, text } from "./http.ts";

/**
 * Signs accounts in once before the first test. Signing in for each test would exceed the
 * limits against password guessing.
 */

type Cookies = Record<string, string>;
export const requiredSessions: readonly (readonly [Account, Site])[] = [
  ["member", "main"],
  ["second", "main"],
  ["third", "main"],
  ["fourth", "main"],
  ["fifth", "main"],
  ["sixth", "main"],
  ["organizer", "main"],
  ["phoneOrganizer", "main"],
  ["outsider", "main"],
  ["paused", "main"],
  ["staff", "main"],
  ["affadmin", "main"],
  ["member", "ashcombe"],
  ["second", "ashcombe"],
  ["third", "ashcombe"],
  ["fourth", "ashcombe"],
  ["fifth", "ashcombe"],
  ["sixth", "ashcombe"],
  ["affadmin", "ashcombe"],
  ["member", "htwu"],
  ["outsider", "ashcombe"],
];

export async function signInAll(file: string, needed = requiredSessions): Promise<void> {
  const sessions: Record<string, Cookies> = {};
  for (const [account, site] of needed) {
    // Sequential, since the limiter counts attempts.
    // oxlint-disable-next-line no-await-in-loop
    sessions[`${account}@${site}`] = await signIn(account, site);
  }
  writeFileSync(file, JSON.stringify(sessions));
  process.env["GUILDHALL_E2E_SESSIONS"] = file;
}

/** Signs in once more, for what needs a recent sign-in; returns the cookies. */
export async function signIn(account: Account, site: Site): Promise<Cookies> {
  const login = await call(site, "/api/identity/login", {
    method: "POST",
    body: { email: accounts[account], password, staySignedIn: true },
  });
  if (login.status !== 200) throw new Error(`${account} on ${site}: ${JSON.stringify(login.body)}`);
  const signedIn = await call(site, "/api/usersSignin", {
    method: "POST",
    body: { idToken: text(login.body, "idToken"), staySignedIn: true },
    cookies: login.cookies,
  });
  if (signedIn.status !== 200) {
    throw new Error(`${account} on ${site}: ${JSON.stringify(signedIn.body)}`);
  }
  return Object.fromEntries(
    Object.entries({ ...login.cookies, ...signedIn.cookies }).filter(([, value]) => value !== ""),
  );
}

/** The session cookies of an account on a site. */
export function session(account: Account, site: Site): Cookies {
  const file = process.env["GUILDHALL_E2E_SESSIONS"] ?? "";
  const sessions: unknown = JSON.parse(readFileSync(file, "utf8"));
  const cookies = cookiesIn(part(sessions, `${account}@${site}`));
  if (Object.keys(cookies).length === 0) {
    throw new Error(`${account} does not sign in at ${site} (sessions.ts)`);
  }
  return cookies;
}
