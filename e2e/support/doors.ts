/** The doors of the demo network, where this run's instance has them. */

export type Door = "main" | "ashcombe" | "htwu";

export function port(): number {
  const given = process.env["GUILDHALL_E2E_PORT"];
  if (given === undefined) throw new Error("the instance is started by global-setup.ts");
  return Number(given);
}

/** The authority behind the instance's certificates, if it is spoken to over TLS. */
export function rootFile(): string | null {
  return process.env["GUILDHALL_E2E_ROOT"] ?? null;
}

/** A door's name, without the port. */
export function hostname(door: Door): string {
  const main = process.env["GUILDHALL_E2E_MAIN"] ?? "localhost";
  return door === "main" ? main : portalHostname(door);
}

/** The name of the portal with a subdomain. */
export function portalHostname(subdomain: string): string {
  return `${subdomain}.${process.env["GUILDHALL_E2E_PORTALS"] ?? "localhost"}`;
}

export function host(door: Door): string {
  return `${hostname(door)}:${port()}`;
}

/** The origin of a host's name. */
export function originOf(name: string): string {
  return `${rootFile() === null ? "http" : "https"}://${name}:${port()}`;
}

export function origin(door: Door): string {
  return originOf(hostname(door));
}

/** Through which door an address leads. */
export function doorOf(url: URL): Door {
  return (["ashcombe", "htwu"] as const).find((door) => url.host === host(door)) ?? "main";
}

/**
 * The demo network's accounts that the journeys use. One account may write five posts in a minute,
 * whichever journey writes them: what writes much has an author of its own.
 */
export const accounts = {
  member: "member@demo.test",
  second: "second@demo.test",
  /** Members of main and Ashcombe, both of Mentoring 2026. */
  third: "mateo@demo.test",
  fourth: "lucia@demo.test",
  outsider: "outsider@demo.test",
  paused: "paused@demo.test",
  staff: "staff@demo.test",
  affadmin: "affadmin@demo.test",
} as const;

export type Account = keyof typeof accounts;

export const password = "Guildhall-2026!";
