import { type Instance, startInstance } from "./instance.ts";
import { type Issuer, startIssuer } from "./issuer.ts";
import { test } from "./test.ts";

/** What an instance of its own has, whose people may come by an issuer. */
export interface IssuerHall {
  hall: Instance;
  issuer: Issuer;
}

/** Journeys with an instance and an issuer of their own: such sign-ins are counted, three in five minutes. */
export function inIssuerHall(name: string, settings: Record<string, string> = {}) {
  return test.extend<{ hall: IssuerHall }>({
    // Nobody comes back to an instance that ends with the journey.
    ownBrowser: true,
    // Set up before anything else of a journey, so that it goes after everything else.
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
