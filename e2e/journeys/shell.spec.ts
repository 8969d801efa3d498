import { escape } from "../support/keyboard.ts";
import { changeMe, notOnboarded } from "../support/onboarding.ts";
import { expect, test } from "../support/test.ts";

test("End pressed before a document has loaded scrolls to its end", async ({ visit }) => {
  const { promise: cached, resolve: letGo } = Promise.withResolvers<undefined>();
  const page = await visit("member", "main", "/welcome", async (fresh) => {
    await notOnboarded(fresh);
    await fresh.route("**/api/legal/*", async (route) => {
      await cached;
      await route.continue();
    });
  });
  await page.getByRole("button", { name: "Continue Setup" }).click();
  const box = page.getByRole("checkbox", { name: "I have read and agree to the Terms of Service" });
  await expect(page.getByRole("region", { name: "Terms of Service, full text" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(box).toBeDisabled();
  letGo(undefined);
  await expect(box).toBeEnabled();
});

test("onboarding works with the keyboard only", { tag: "@only-desktop" }, async ({ visit }) => {
  const page = await visit("member", "main", "/welcome", notOnboarded);
  await page.getByRole("button", { name: "Continue Setup" }).focus();
  await page.keyboard.press("Enter");
  const text = page.getByRole("region", { name: "Terms of Service, full text" });
  await expect(text).toBeFocused();
  const box = page.getByRole("checkbox");
  await expect(box).toBeDisabled();
  await expect(async () => {
    await page.keyboard.press("PageDown");
    await expect(box).toBeEnabled({ timeout: 100 });
  }).toPass();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(box).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Back" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Community Guidelines, full text" })).toBeFocused();
});

test.describe("without a network", () => {
  test.use({ provoked: [/ERR_INTERNET_DISCONNECTED/] });

  test("a member is informed, keeps the displayed content, and continues when online", async ({
    visit,
  }) => {
    const page = await visit("member", "main", "/communities");
    const heading = page.getByRole("heading", { name: "My Communities" });
    await expect(heading).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    await expect(heading).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
  });
});

test.describe("the popup of changed documents", () => {
  test("cannot be closed without an answer", async ({ visit }) => {
    const legal = { acknowledged: true, changed: ["privacy-policy"] };
    const page = await visit("member", "main", "/communities", (fresh) =>
      changeMe(fresh, { legal }),
    );
    const popup = page.getByRole("dialog", { name: "Legal Documents Updated" });
    await expect(popup.getByRole("link", { name: /Privacy Policy/ })).toBeVisible();
    await escape(popup);
    await page.mouse.click(5, 5);
    await expect(popup).toBeVisible();
    const answer = popup.getByRole("button", { name: "I Acknowledge Updates & Continue" });
    await expect(async () => {
      await page.keyboard.press("Tab");
      await expect(answer).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.unroute("**/api/me");
    await page.keyboard.press("Enter");
    await expect(popup).toBeHidden();
  });
});

test("the account menu works with the keyboard", { tag: "@only-desktop" }, async ({ visit }) => {
  const page = await visit("member", "main", "/communities");
  const button = page.getByRole("button", { name: /Account menu/ });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Log Out" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(button).toBeFocused();
});

test(
  "More opens with the keyboard and restores the focus",
  { tag: "@only-phone" },
  async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    const button = page.getByRole("button", { name: "More", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    const more = page.getByRole("dialog", { name: "More" });
    await expect(more.getByRole("link", { name: "About" })).toBeVisible();
    await escape(more);
    await expect(more).toBeHidden();
    await expect(button).toBeFocused();
  },
);

test("nothing moves if reduced motion is preferred", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const length = Number(effect?.getComputedTiming().duration ?? 0);
        return playState === "running" && length > 10;
      })
      .map((animation) => String(animation.effect?.getComputedTiming().duration)),
  );
  expect(moving).toEqual([]);
});

test("colours change without transitions when the device turns dark", async ({ visit }) => {
  const page = await visit(null, "main", "/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const setOut = await page.evaluateHandle(() => {
    const begun: string[] = [];
    document.addEventListener("transitionrun", ({ target, propertyName }) => {
      begun.push(`${propertyName} of ${target instanceof Element ? target.tagName : "?"}`);
    });
    return begun;
  });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html[data-theme=dark]:not([data-theme-switching])")).toBeAttached();
  const begun = await setOut.evaluate(async (names) => {
    // Style changes propagate one generation of elements per frame.
    for (let frame = 0; frame < 5; frame += 1) {
      // oxlint-disable-next-line no-await-in-loop -- sequential frames
      await new Promise(requestAnimationFrame);
    }
    return names;
  });
  expect(begun).toEqual([]);
});
