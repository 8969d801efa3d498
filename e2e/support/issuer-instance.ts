import { type Instance, startInstance } from "./instance.ts";
import { type Issuer, startIssuer } from "./issuer.ts";
import { test } from "./test.ts";

/** Fixtures of an instance whose users may sign in through an issuer. */
export interface IssuerInstance {
  hall: Instance;
  issuer: Issuer;
}

/**
 * Tests with an instance and an issuer of their own, because such sign-ins are limited to three in
 * five minutes.
 */
export function withIssuerInstance(name: string, settings: Record<string, string> = {}) {
  return test.extend<{ hall: IssuerInstance }>({
    // The instance ends with the test, so its browser cannot be reused.
    ownBrowser: true,
    // Set up first, so that it is torn down last.
    hall: [
      async ({ provoked: _provoked }, give) => {
        const issuers: Issuer[] = [];
        const hall = await startInstance({
          name,
          settings: async (port) => {
            const issuer = await startIssuer(port);
            issuers.push(issuer);
            return { ...issuer.settings, ...settings };
          },
        });
        const [issuer] = issuers;
        if (issuer === undefined) throw new Error("there is no issuer");
        await give({ hall, issuer });
        await hall.stop();
        issuer.stop();
      },
      { auto: true, timeout: 120_000 },
    ],
  });
}
