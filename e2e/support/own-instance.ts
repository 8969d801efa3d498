import { join } from "node:path";
import { type Instance, startInstance } from "./instance.ts";
import { signInAll } from "./sessions.ts";
import type { Account, Site } from "./sites.ts";
import { test } from "./test.ts";

interface Choices {
  empty?: boolean;
  settings?: Record<string, string>;
  /** The accounts that `visit` and `session` use; the others sign in on the page. */
  sessions?: readonly (readonly [Account, Site])[];
}

/** Tests with their own instance, because of rate limits or side effects on others. */
export function withOwnInstance(
  name: string,
  { empty = false, settings = {}, sessions = [] }: Choices = {},
) {
  return test.extend<{ hall: Instance }>({
    // The instance ends with the test, so its browser cannot be reused.
    ownBrowser: true,
    // Set up first, so that it is torn down last.
    hall: [
      async ({ provoked: _provoked }, give) => {
        const hall = await startInstance({ name, empty, settings: () => settings });
        const shared = process.env["GUILDHALL_E2E_SESSIONS"];
        if (sessions.length > 0) await signInAll(join(hall.folder, "sessions.json"), sessions);
        await give(hall);
        process.env["GUILDHALL_E2E_SESSIONS"] = shared;
        await hall.stop();
      },
      { auto: true, timeout: 120_000 },
    ],
  });
}
