/** The doors of the demo network, on the port that this run's instance has. */

export type Door = "main" | "ashcombe" | "htwu";

export function port(): number {
  const given = process.env["GUILDHALL_E2E_PORT"];
  if (given === undefined) throw new Error("the instance is started by global-setup.ts");
  return Number(given);
}

export function host(door: Door): string {
  return door === "main" ? `localhost:${port()}` : `${door}.localhost:${port()}`;
}

export function origin(door: Door): string {
  return `http://${host(door)}`;
}

/** Through which door an address leads. */
export function doorOf(url: URL): Door {
  return (["ashcombe", "htwu"] as const).find((door) => url.host === host(door)) ?? "main";
}

/** The demo network's accounts that the journeys use. */
export const accounts = {
  member: "member@demo.test",
  second: "second@demo.test",
  outsider: "outsider@demo.test",
  paused: "paused@demo.test",
  staff: "staff@demo.test",
  affadmin: "affadmin@demo.test",
} as const;

export type Account = keyof typeof accounts;

export const password = "Guildhall-2026!";
