import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { signIn } from "../support/actions.ts";
import { passInviteGate, verifyEmail, signUp } from "../support/sign-up.ts";
import { part } from "../support/http.ts";
import { notOnboarded } from "../support/onboarding.ts";
import { expect, test } from "../support/test.ts";

/** The onboarding wizard keeps its position across reloads, devices and the browser's Back button. */

const textOf = (page: Page, title: string) =>
  page.getByRole("region", { name: `${title}, full text` });
const boxOf = (page: Page, title: string) =>
  page.getByRole("checkbox", { name: `I have read and agree to the ${title}` });

/** Waits until the server has stored a position in this step. */
function stored(page: Page, step: number) {
  return page.waitForResponse(
    async (response) =>
      response.url().endsWith("/api/me/onboarding/progress") &&
      response.request().method() === "PUT" &&
      part(await response.json(), "step") === step,
  );
}

test("the wizard keeps its position on reload and on another device, and a newcomer agrees once", async ({
  visit,
}) => {
  test.setTimeout(120_000);
  const email = `newcomer-${randomUUID().slice(0, 8)}@demo.test`;
  const page = await visit(null, "main", "/signup");
  await passInviteGate(page, "welcome1");
  await signUp(page, email);
  await page.waitForURL("**/verify-email");
  await verifyEmail(page, email);

  await page.getByRole("button", { name: "Continue Setup" }).click();
  await page.keyboard.press("End");
  await boxOf(page, "Terms of Service").check();
  const onStepThree = stored(page, 2);
  await page.getByRole("button", { name: "Continue" }).click();
  await onStepThree;
  const scrolled = stored(page, 2);
  await textOf(page, "Community Guidelines").evaluate((text) => {
    text.scrollTop = (text.scrollHeight - text.clientHeight) / 2;
  });
  await scrolled;

  const isHalfWay = async (where: Page) => {
    await expect
      .poll(() =>
        textOf(where, "Community Guidelines").evaluate(
          ({ scrollTop, scrollHeight, clientHeight }) =>
            Math.round((10 * scrollTop) / (scrollHeight - clientHeight)),
        ),
      )
      .toBe(5);
    await expect(boxOf(where, "Community Guidelines")).toBeDisabled();
  };
  await page.reload();
  await isHalfWay(page);
  await page.goBack();
  await expect(boxOf(page, "Terms of Service")).toBeChecked();
  await page.goForward();
  await isHalfWay(page);

  const elsewhere = await visit(null, "main", "/login");
  await signIn(elsewhere, email);
  await isHalfWay(elsewhere);
  await elsewhere.goBack();
  await expect(boxOf(elsewhere, "Terms of Service")).toBeChecked();
  await elsewhere.goBack();
  await expect(elsewhere.getByRole("button", { name: "Continue Setup" })).toBeVisible();
  await elsewhere.goForward();
  await elsewhere.goForward();
  await textOf(elsewhere, "Community Guidelines").press("End");
  await boxOf(elsewhere, "Community Guidelines").check();
  await elsewhere.getByRole("button", { name: "Continue" }).click();
  await expect(textOf(elsewhere, "Privacy Policy")).toBeFocused();
  await expect(elsewhere.getByText("Settings, Privacy")).toBeVisible();
  await elsewhere.keyboard.press("End");
  await boxOf(elsewhere, "Privacy Policy").check();
  await elsewhere.getByRole("button", { name: "Join" }).click();
  await elsewhere.waitForURL("**/home");
  const me: unknown = await elsewhere.evaluate(async () =>
    (await fetch("/api/me", { headers: { "X-Guildhall": "1" } })).json(),
  );
  expect(part(part(me, "legal"), "acknowledged")).toBe(true);
});

test("a box shows its tick as soon as it is clicked", async ({ visit }) => {
  const page = await visit("member", "main", "/welcome", notOnboarded);
  await page.getByRole("button", { name: "Continue Setup" }).click();
  await textOf(page, "Terms of Service").press("End");
  const box = boxOf(page, "Terms of Service");
  await expect(box).toBeEnabled();
  // In one task, so that nothing can correct the box in between.
  const states = await box.evaluate((element: HTMLInputElement) =>
    [1, 2, 3].map(() => {
      element.click();
      return element.checked;
    }),
  );
  expect(states).toEqual([true, false, true]);
});

test("End leads to the end of a text whose font arrives on the way", async ({ visit }) => {
  const { promise: cached, resolve: letGo } = Promise.withResolvers<undefined>();
  let requests = 0;
  const page = await visit("member", "main", "/welcome", notOnboarded);
  await page.route("**/*.woff2", async (route) => {
    requests += 1;
    await cached;
    await route.continue();
  });
  await page.getByRole("button", { name: "Continue Setup" }).click();
  await expect(textOf(page, "Terms of Service")).toBeFocused();
  await expect.poll(() => requests).toBeGreaterThan(0);
  await page.keyboard.press("End");
  letGo(undefined);
  await expect(boxOf(page, "Terms of Service")).toBeEnabled();
});

test("a text opens at its place although its font arrives afterwards", async ({ visit }) => {
  const { promise: cached, resolve: letGo } = Promise.withResolvers<undefined>();
  const page = await visit("member", "main", "/welcome", notOnboarded);
  const read = { version: 1, position: 1, readToEnd: true, agreed: true };
  await page.route("**/api/me/onboarding/progress", (route) =>
    route.fulfill({
      json: {
        step: 2,
        documents: [
          { key: "terms-of-service", ...read },
          { key: "community-guidelines", ...read, position: 0.5, readToEnd: false, agreed: false },
          { key: "privacy-policy", ...read, position: 0, readToEnd: false, agreed: false },
        ],
      },
    }),
  );
  await page.route("**/*.woff2", async (route) => {
    await cached;
    await route.continue();
  });
  // The load event waits for the fonts.
  await page.reload({ waitUntil: "commit" });
  const text = textOf(page, "Community Guidelines");
  await expect(text).toHaveAttribute("aria-busy", "false");
  const measure = () =>
    text.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
      height: scrollHeight,
      position: scrollTop / (scrollHeight - clientHeight),
      // The height of a line of the text, as a part of it.
      line: 28 / (scrollHeight - clientHeight),
    }));
  const before = await measure();
  expect(before.position).toBeCloseTo(0.5, 2);
  letGo(undefined);
  await expect.poll(async () => (await measure()).height).not.toBe(before.height);
  const after = await measure();
  await expect
    .poll(async () => Math.abs((await measure()).position - 0.5))
    .toBeLessThan(after.line);
});
