import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGE_KEY } from "./chosen-language.ts";
import { applyMemberLanguage } from "./member-language.ts";

const reloadPage = vi.hoisted(() => vi.fn());
vi.mock("./reload-page.ts", () => ({ reloadPage }));

/** True if the page is not shown, because it reloads. */
async function isHeldBack(shown: Promise<void>): Promise<boolean> {
  return Promise.race([
    shown.then(() => false),
    new Promise<boolean>((done) => setTimeout(() => done(true), 0)),
  ]);
}

beforeEach(() => {
  reloadPage.mockClear();
  history.replaceState(null, "", "/login");
});

afterEach(() => {
  localStorage.clear();
  i18n.loadAndActivate({ locale: "en", messages: {} });
});

test("stores another language of the member and reloads the requested page before it is shown", async () => {
  const shown = applyMemberLanguage({ id: "nadia", language: "de" }, "/communities/7?tab=2#post");
  expect(await isHeldBack(shown)).toBe(true);
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe("de");
  expect(location.pathname + location.search + location.hash).toBe("/communities/7?tab=2#post");
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test.each([
  { page: "en", language: "en", case: "the page is in the member's language" },
  { page: "de", language: "fr", case: "the member's language has no texts" },
  { page: "ar-XB", language: "de", case: "a test reads the pseudo-locale" },
])("shows the page at once if $case", async ({ page, language }) => {
  i18n.loadAndActivate({ locale: page, messages: {} });
  expect(await isHeldBack(applyMemberLanguage({ id: `${page}-${language}`, language }, "/"))).toBe(
    false,
  );
  expect(reloadPage).not.toHaveBeenCalled();
  expect(localStorage.getItem(LANGUAGE_KEY)).toBeNull();
});

test("does not reload again if the page has no texts in the stored language", async () => {
  localStorage.setItem(LANGUAGE_KEY, "de");
  expect(await isHeldBack(applyMemberLanguage({ id: "ling", language: "de" }, "/"))).toBe(false);
  expect(reloadPage).not.toHaveBeenCalled();
});

test("does not reload if the browser stores nothing", async () => {
  const blocked = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  expect(await isHeldBack(applyMemberLanguage({ id: "rosa", language: "de" }, "/"))).toBe(false);
  expect(reloadPage).not.toHaveBeenCalled();
  blocked.mockRestore();
});

test("keeps the page when the language is changed on another device meanwhile", async () => {
  await applyMemberLanguage({ id: "omar", language: "en" }, "/");
  expect(await isHeldBack(applyMemberLanguage({ id: "omar", language: "de" }, "/settings"))).toBe(
    false,
  );
  expect(reloadPage).not.toHaveBeenCalled();
});
