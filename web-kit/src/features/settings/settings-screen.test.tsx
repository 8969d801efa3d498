import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Me } from "../../api/types.ts";
import { person } from "../../testing/factories.ts";
import { serveNotifications } from "../../testing/notifications.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { profileAudience } from "./privacy-section.tsx";
import { settingsRoutes } from "./routes.tsx";

servePages();

let me: Me;
const changes: unknown[] = [];

beforeEach(() => {
  me = buildMember({ isProfilePrivate: false });
  changes.length = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.patch("/api/me", async ({ request }) => {
      const change: unknown = await request.json();
      changes.push(change);
      me = Object.assign({}, me, change);
      return HttpResponse.json(me);
    }),
  );
});

const open = (path: string) => openPage(path, settingsRoutes);

test("opens the account section, and every section by its address", async () => {
  const { member, path } = open("/settings");
  expect(await screen.findByRole("heading", { name: "Account" })).toBeDefined();
  expect(screen.getByText("nadia.rahman@ashcombe.example")).toBeDefined();
  expect(screen.getByText("Basic")).toBeDefined();
  const list = within(screen.getByRole("navigation", { name: "Settings" }));
  await member.click(list.getByRole("link", { name: /Privacy/ }));
  expect(await screen.findByRole("heading", { name: "Privacy" })).toBeDefined();
  expect(path()).toBe("/settings/privacy");
});

test("a portal neither requests nor lists passkeys", async () => {
  const portal = {
    tenantId: "t",
    subdomain: "oak",
    affiliationId: "a",
    brandName: "Oak House",
    affiliationName: "Oak House",
  };
  const { path } = openPage("/settings/passkeys", settingsRoutes, { mode: "whitelabel", portal });
  const list = within(await screen.findByRole("navigation", { name: "Settings" }));
  expect(path()).toBe("/settings");
  expect(list.getByRole("link", { name: /Two-factor/ })).toBeDefined();
  expect(list.queryByRole("link", { name: /Passkeys/ })).toBeNull();
});

test("an unknown section redirects to the settings", async () => {
  const { path } = open("/settings/nonsense");
  expect(await screen.findByRole("heading", { name: "Account" })).toBeDefined();
  expect(path()).toBe("/settings");
});

test("validates and saves a name", async () => {
  const { member } = open("/settings/account");
  const first = await screen.findByRole("textbox", { name: "First name" });
  await member.clear(first);
  await member.type(first, "N");
  await member.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByText("First name must be at least 2 characters long")).toBeDefined();
  expect(changes).toEqual([]);
  await member.type(first, "ora");
  await member.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByText("Your name was saved.")).toBeDefined();
  expect(changes).toEqual([{ firstName: "Nora", lastName: "Rahman" }]);
});

test("shows the server's error of a name at its field", async () => {
  const detail = "Last name contains invalid characters";
  server.use(
    http.patch("/api/me", () =>
      HttpResponse.json(
        { code: "fields-invalid", detail, errors: [{ field: "lastName", message: detail }] },
        { status: 422 },
      ),
    ),
  );
  const { member } = open("/settings/account");
  await member.type(await screen.findByRole("textbox", { name: "Last name" }), "x");
  await member.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByText(detail)).toBeDefined();
});

test("saves the profile's visibility immediately", async () => {
  const { member } = open("/settings/privacy");
  const profile = within(await screen.findByRole("group", { name: "Who can see my profile" }));
  await member.click(profile.getByRole("radio", { name: /My affiliations/ }));
  await waitFor(() => expect(changes).toEqual([{ profileVisibility: "affiliations" }]));
  const directory = within(screen.getByRole("group", { name: "Who can find me in the directory" }));
  await member.click(directory.getByRole("radio", { name: /Nobody/ }));
  await waitFor(() => expect(changes[1]).toEqual({ directoryVisibility: "private" }));
});

test("reverts a refused choice with the reason", async () => {
  serveNotifications();
  server.use(
    http.patch("/api/me", () =>
      HttpResponse.json({ code: "rate-limited", detail: "Rate limit exceeded." }, { status: 429 }),
    ),
  );
  const { member } = open("/settings/notifications");
  const box = await screen.findByRole("checkbox", {
    name: "Notify me about activity in my communities",
  });
  await member.click(box);
  expect(await screen.findByText("Rate limit exceeded.")).toBeDefined();
  await waitFor(() => expect(box).toHaveProperty("checked", true));
});

test("turns single-key shortcuts off", async () => {
  const { member } = open("/settings/keyboard");
  const box = await screen.findByRole("checkbox", { name: "Use single-key shortcuts" });
  expect(box).toHaveProperty("checked", true);
  await member.click(box);
  await waitFor(() => expect(changes).toEqual([{ singleKeyShortcuts: false }]));
  await waitFor(() => expect(box).toHaveProperty("checked", false));
});

test("a private profile is shown as private regardless of the other setting", () => {
  expect(profileAudience(buildMember({ isProfilePrivate: true }))).toBe("private");
  expect(profileAudience(buildMember({ isProfilePrivate: false }))).toBe("public");
});

test("saves one of three themes", async () => {
  const { member } = open("/settings/appearance");
  await member.click(await screen.findByRole("radio", { name: "Dark" }));
  await waitFor(() => expect(changes).toEqual([{ theme: "dark" }]));
  expect(document.documentElement.dataset.theme).toBe("dark");
});

test("unblocks a member in the list", async () => {
  let blocked = [{ ...person("kwame"), blockedAt: "2026-11-20T10:00:00Z" }];
  server.use(
    http.get("/api/me/blocked", () => HttpResponse.json({ items: blocked, nextCursor: null })),
    http.delete("/api/users/kwame/block", () => {
      blocked = [];
      return HttpResponse.json({
        userId: "kwame",
        isFollowing: false,
        isBlocked: false,
        followersCount: 0,
      });
    }),
  );
  const { member } = open("/settings/blocked");
  await member.click(await screen.findByRole("button", { name: "Unblock Kwame Boateng" }));
  expect(await screen.findByText("You unblocked Kwame.")).toBeDefined();
  expect(await screen.findByText(/You block nobody/)).toBeDefined();
});
