/** The sites of the demo network on this run's instance. */

export type Site = "main" | "ashcombe" | "htwu";

export function port(): number {
  const given = process.env["GUILDHALL_E2E_PORT"];
  if (given === undefined) throw new Error("the instance is started by global-setup.ts");
  return Number(given);
}

/** The certificate authority of the instance, if it uses TLS. */
export function rootFile(): string | null {
  return process.env["GUILDHALL_E2E_ROOT"] ?? null;
}

/** A site's host name, without port. */
export function hostname(site: Site): string {
  const main = process.env["GUILDHALL_E2E_MAIN"] ?? "localhost";
  return site === "main" ? main : portalHostname(site);
}

/** The host name of a portal by its subdomain. */
export function portalHostname(subdomain: string): string {
  return `${subdomain}.${process.env["GUILDHALL_E2E_PORTALS"] ?? "localhost"}`;
}

export function host(site: Site): string {
  return `${hostname(site)}:${port()}`;
}

/** The origin of a host name. */
export function originOf(name: string): string {
  return `${rootFile() === null ? "http" : "https"}://${name}:${port()}`;
}

export function origin(site: Site): string {
  return originOf(hostname(site));
}

/** The site of a URL. */
export function siteOf(url: URL): Site {
  return (["ashcombe", "htwu"] as const).find((site) => url.host === host(site)) ?? "main";
}

/**
 * The demo network's accounts for tests. An account may write five posts per minute in all tests
 * together, so tests that write many posts use an account of their own.
 */
export const accounts = {
  member: "member@demo.test",
  second: "second@demo.test",
  /** Members of the main site and Ashcombe, both in Mentoring 2026. */
  third: "mateo@demo.test",
  fourth: "lucia@demo.test",
  /** Members of the main site and Ashcombe, for tests at phone size of what two people share. */
  fifth: "beth@demo.test",
  sixth: "hugo@demo.test",
  /** Members of the main site who create groups, one at each size. */
  organizer: "joan@demo.test",
  phoneOrganizer: "mina@demo.test",
  outsider: "outsider@demo.test",
  paused: "paused@demo.test",
  staff: "staff@demo.test",
  affadmin: "affadmin@demo.test",
} as const;

export type Account = keyof typeof accounts;

export const password = "Guildhall-2026!";
