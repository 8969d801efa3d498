import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGE_KEY } from "../../language/chosen-language.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { settingsRoutes } from "./routes.tsx";

const reloadPage = vi.hoisted(() => vi.fn());
vi.mock("../../language/reload-page.ts", () => ({ reloadPage }));

servePages();
beforeEach(() => {
  reloadPage.mockClear();
  server.use(http.get("/api/me", () => HttpResponse.json(buildMember())));
});
afterEach(() => localStorage.clear());

const findSelect = () => screen.findByRole<HTMLSelectElement>("combobox", { name: "Language" });

test("offers each language by its own name", async () => {
  openPage("/settings/appearance", settingsRoutes);
  const options = [...(await findSelect()).options];
  expect(options.map(({ lang, text }) => [lang, text])).toEqual([
    ["en", "English"],
    ["de", "Deutsch"],
  ]);
});

test("saves the chosen language, stores it on this device and reloads the page", async () => {
  const changes: unknown[] = [];
  server.use(
    http.patch("/api/me", async ({ request }) => {
      changes.push(await request.json());
      return HttpResponse.json({ ...buildMember(), language: "de" });
    }),
  );
  const { member } = openPage("/settings/appearance", settingsRoutes);
  await member.selectOptions(await findSelect(), "Deutsch");
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  expect(changes).toEqual([{ language: "de" }]);
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe("de");
});

test("keeps the language and shows the reason if the server refuses", async () => {
  const detail = "Language is not recognised";
  server.use(
    http.patch("/api/me", () =>
      HttpResponse.json({ status: 422, code: "invalid", detail, errors: [] }, { status: 422 }),
    ),
  );
  const { member } = openPage("/settings/appearance", settingsRoutes);
  await member.selectOptions(await findSelect(), "Deutsch");
  expect(await screen.findByText(detail)).toBeDefined();
  expect((await findSelect()).value).toBe("en");
  expect(localStorage.getItem(LANGUAGE_KEY)).toBeNull();
  expect(reloadPage).not.toHaveBeenCalled();
});
