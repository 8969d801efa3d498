import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LANGUAGE_KEY } from "../../language/chosen-language.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember, buildPortal } from "../../testing/people.ts";

const reloadPage = vi.hoisted(() => vi.fn());
vi.mock("../../language/reload-page.ts", () => ({ reloadPage }));

servePages();
beforeEach(() => {
  reloadPage.mockClear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const routes = (app: App) =>
  siteRoutes(app, {
    open: [],
    member: [{ path: "communities", element: <h1>My Communities</h1> }],
  });

function signedOut() {
  document.cookie = "csst_present=; max-age=0";
}

const storedChoice = () => localStorage.getItem(LANGUAGE_KEY);

describe("the languages for visitors", () => {
  const findLanguages = () => screen.findByRole("group", { name: "Language" });

  test.each([
    { site: "the main site", layout: "split" as const, changes: {} },
    { site: "a portal", layout: "split" as const, changes: { portal: buildPortal } },
    { site: "a portal", layout: "panel" as const, changes: { portal: buildPortal } },
    { site: "a portal", layout: "poster" as const, changes: { portal: buildPortal } },
  ])("are below the sign-in form of $site with the layout $layout", async ({ layout, changes }) => {
    signedOut();
    const withLayout = (app: App) => {
      app.boot.brand = { ...app.boot.brand, signInLayout: layout };
      return routes(app);
    };
    openPage("/login", withLayout, changes);
    const languages = within(await findLanguages());
    expect(languages.getByRole("button", { name: "English", pressed: true })).toBeDefined();
    const german = languages.getByRole("button", { name: "Deutsch", pressed: false });
    expect(german.lang).toBe("de");
  });

  test("store the choice and reload the page", async () => {
    signedOut();
    const { member } = openPage("/login", routes);
    const languages = within(await findLanguages());
    languages.getByRole("button", { name: "Deutsch" }).focus();
    await member.keyboard("{Enter}");
    expect(storedChoice()).toBe("de");
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  test("do nothing for the language of the page", async () => {
    signedOut();
    const { member } = openPage("/login", routes);
    const languages = within(await findLanguages());
    await member.click(languages.getByRole("button", { name: "English" }));
    expect(storedChoice()).toBeNull();
    expect(reloadPage).not.toHaveBeenCalled();
  });

  test("say that a browser without storage keeps its language", async () => {
    signedOut();
    const { member } = openPage("/login", routes);
    const languages = within(await findLanguages());
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("blocked");
    });
    await member.click(languages.getByRole("button", { name: "Deutsch" }));
    expect(await screen.findByText(/The language could not be changed/)).toBeDefined();
    expect(reloadPage).not.toHaveBeenCalled();
  });

  test("can be reached inside the dialog for the invite code", async () => {
    signedOut();
    openPage("/signup", routes);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole("group", { name: "Language" })).toBeDefined();
  });

  test("keep the typed address through a reload", async () => {
    signedOut();
    const { member } = openPage("/login", routes);
    await member.type(await screen.findByLabelText("Email"), "nadia@ashcombe.example");
    await member.click(within(await findLanguages()).getByRole("button", { name: "Deutsch" }));
    openPage("/login", routes);
    await waitFor(() =>
      expect(
        screen
          .getAllByLabelText<HTMLInputElement>("Email")
          .map(({ value }) => value)
          .at(-1),
      ).toBe("nadia@ashcombe.example"),
    );
  });
});

describe("the language of a member", () => {
  function serveMember(id: string, language: string) {
    server.use(
      http.get("/api/me", () => HttpResponse.json({ ...buildMember({ id }), language })),
      http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    );
  }

  test("is applied before the first screen is shown", async () => {
    serveMember("hana", "de");
    openPage("/communities", routes);
    await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
    expect(storedChoice()).toBe("de");
    expect(screen.queryByRole("heading", { name: "My Communities" })).toBeNull();
  });

  test("shows the screen at once if it is the language of the page", async () => {
    serveMember("ines", "en");
    openPage("/communities", routes);
    expect(await screen.findByRole("heading", { name: "My Communities" })).toBeDefined();
    expect(reloadPage).not.toHaveBeenCalled();
  });

  test("is not applied for staff who view as the member", async () => {
    const viewedAs = { staffId: "s", person: {}, endsAt: "2026-12-09T12:00:00Z" };
    server.use(
      http.get("/api/me", () =>
        HttpResponse.json({ ...buildMember({ id: "jonas" }), language: "de", viewedAs }),
      ),
      http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    );
    openPage("/communities", routes);
    expect(await screen.findByRole("heading", { name: "My Communities" })).toBeDefined();
    expect(storedChoice()).toBeNull();
  });
});
