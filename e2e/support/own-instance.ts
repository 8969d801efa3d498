import { type Instance, startInstance } from "./instance.ts";
import { test } from "./test.ts";

/** Tests with their own instance, because of rate limits or side effects on others. */
export function withOwnInstance(
  name: string,
  { empty = false, settings = {} }: { empty?: boolean; settings?: Record<string, string> } = {},
) {
  return test.extend<{ hall: Instance }>({
    // The instance ends with the test, so its browser cannot be reused.
    ownBrowser: true,
    // Set up first, so that it is torn down last.
    hall: [
      async ({ provoked: _provoked }, give) => {
        const hall = await startInstance({ name, empty, settings: () => settings });
        await give(hall);
        await hall.stop();
      },
      { auto: true, timeout: 120_000 },
    ],
  });
}
