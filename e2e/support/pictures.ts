import { resolve } from "node:path";

/** A portrait file of the demo network, for uploads. */
export function portrait(of: string): string {
  return resolve(import.meta.dirname, "../../guildhall/demo/people", `${of}.webp`);
}
