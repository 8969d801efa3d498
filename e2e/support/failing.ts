import { expect, type Page, type Route } from "@playwright/test";

/** Faults that the real server cannot be brought to have, and how a screen tells them. */

interface Answer {
  status: number;
  code?: string;
  /** The server's words; without them it is what a proxy in front of it may answer. */
  detail?: string;
  /** Seconds to wait, and attempts left where this one was counted. */
  retryAfter?: number;
  attemptsRemaining?: number;
}

interface Failing {
  /** Settles once the page has been given the answer. */
  answered: Promise<void>;
}

/** The page's next call of this kind (`POST identity/login`) gets this answer, or none at all. */
export async function failNext(page: Page, call: string, answer: Answer | null): Promise<Failing> {
  const [method, path] = call.split(" ");
  const address = `**/api/${path}`;
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  let failed = false;
  const fail = async (route: Route): Promise<void> => {
    if (failed || route.request().method() !== method) {
      await route.fallback();
      return;
    }
    failed = true;
    if (answer === null) await route.abort();
    else await route.fulfill(asSent(answer));
    resolve();
  };
  await page.route(address, fail);
  return { answered };
}

/** Every call of this kind gets this answer until it is taken back: the page may ask of its own accord. */
export async function failUntil(
  page: Page,
  call: string,
  answer: Answer,
): Promise<() => Promise<void>> {
  const [method, path] = call.split(" ");
  const address = `**/api/${path}`;
  const fail = (route: Route): Promise<void> =>
    route.request().method() === method ? route.fulfill(asSent(answer)) : route.fallback();
  await page.route(address, fail);
  return () => page.unroute(address, fail);
}

function asSent({ status, code = "internal", detail, ...more }: Answer) {
  if (detail === undefined) return { status, contentType: "text/html", body: "<h1>Oh</h1>" };
  return {
    status,
    contentType: "application/problem+json",
    json: { status, code, detail, errors: [], ...more },
  };
}

/** Whether somebody who looks at the page can read this. */
export async function says(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
}

/** Fails the next call in each of these ways, does the same again, and reads what is said. */
export async function saysWhenFailing(
  page: Page,
  call: string,
  again: () => Promise<void>,
  cases: readonly (readonly [Answer | null, string | RegExp])[],
): Promise<void> {
  for (const [answer, words] of cases) {
    // oxlint-disable no-await-in-loop -- one after the other, on one page
    const { answered } = await failNext(page, call, answer);
    await again();
    // The words of the case before may still be there, before this one's call is sent.
    await answered;
    await says(page, words);
    // oxlint-enable no-await-in-loop
  }
}
