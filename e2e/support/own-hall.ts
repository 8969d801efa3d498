import { type Instance, startInstance } from "./instance.ts";
import { test } from "./test.ts";

/** Journeys with an instance of their own, for what is counted or would disturb the others. */
export function inOwnHall(name: string, { empty = false } = {}) {
  return test.extend<{ hall: Instance }>({
    // Nobody comes back to an instance that ends with the journey.
    ownBrowser: true,
    // Set up before anything else of a journey, so that it goes after everything else.
    hall: [
      async ({ provoked: _provoked }, give) => {
        const hall = await startInstance({ name, empty });
        await give(hall);
        await hall.stop();
      },
      { auto: true, timeout: 120_000 },
    ],
  });
}
