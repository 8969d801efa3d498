import { expect, type Page, type Route } from "@playwright/test";

/**
 * Mocks errors that the real server cannot be brought to produce, and checks the screen's messages.
 */

interface Answer {
  status: number;
  code?: string;
  /** The server's message; without it the response is like that of a proxy. */
  detail?: string;
  /** Seconds to wait, and attempts left if the attempt was counted. */
  retryAfter?: number;
  attemptsRemaining?: number;
}

interface Failing {
  /** Resolves once the page has received the response. */
  answered: Promise<void>;
}

/**
 * The page's next request of this kind (`POST identity/login`) gets this response, or none at all.
 */
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
    else await route.fulfill(toResponse(answer));
    resolve();
  };
  await page.route(address, fail);
  return { answered };
}

/**
 * Every request of this kind gets this response until the returned function is called, since the
 * page may retry.
 */
export async function failUntil(
  page: Page,
  call: string,
  answer: Answer,
): Promise<() => Promise<void>> {
  const [method, path] = call.split(" ");
  const address = `**/api/${path}`;
  const fail = (route: Route): Promise<void> =>
    route.request().method() === method ? route.fulfill(toResponse(answer)) : route.fallback();
  await page.route(address, fail);
  return () => page.unroute(address, fail);
}

function toResponse({ status, code = "internal", detail, ...more }: Answer) {
  if (detail === undefined) return { status, contentType: "text/html", body: "<h1>Oh</h1>" };
  return {
    status,
    contentType: "application/problem+json",
    json: { status, code, detail, errors: [], ...more },
  };
}

/** Expects this text to be visible on the page. */
export async function expectText(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
}

/** Fails the next request in each of these ways, repeats the action, and expects the messages. */
export async function expectTextOnFailure(
  page: Page,
  call: string,
  again: () => Promise<void>,
  cases: readonly (readonly [Answer | null, string | RegExp])[],
): Promise<void> {
  for (const [answer, words] of cases) {
    // oxlint-disable no-await-in-loop -- sequential, on one page
    const { answered } = await failNext(page, call, answer);
    await again();
    // The previous message may still be shown before this request is sent.
    await answered;
    await expectText(page, words);
    // oxlint-enable no-await-in-loop
  }
}
