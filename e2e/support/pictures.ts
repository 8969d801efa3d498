import { resolve } from "node:path";

/** A file with somebody of the demo network on it, to be uploaded. */
export function portrait(of: string): string {
  return resolve(import.meta.dirname, "../../guildhall/demo/people", `${of}.webp`);
}
