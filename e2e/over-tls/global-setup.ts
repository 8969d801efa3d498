import { join } from "node:path";
import { signInAll } from "../support/sessions.ts";
import { startFleet } from "./support/fleet.ts";

/** Starts the fleet in the layout of this run; returns a function that ends it. */
async function setUp(): Promise<() => Promise<void>> {
  const fleet = await startFleet();
  try {
    await signInAll(join(fleet.folder, "sessions.json"));
  } catch (fault) {
    await fleet.stop();
    throw fault;
  }
  return fleet.stop;
}

// Playwright requires a default export.
// oxlint-disable-next-line import/no-default-export
export default setUp;
