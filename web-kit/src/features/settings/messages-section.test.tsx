import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { MessageSettings } from "../../api/types.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import type { CordSettings } from "../cords/contract.ts";
import { settingsRoutes } from "./routes.tsx";

servePages();

let messages: MessageSettings;
let cords: CordSettings;
const sent: unknown[] = [];

beforeEach(() => {
  messages = { sendsReceipts: true, showsTyping: true, showsPresence: true, acceptsFrom: "shared" };
  cords = { enabled: true, showsVouches: false };
  sent.length = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/me/message-settings", () => HttpResponse.json(messages)),
    http.put<never, MessageSettings>("/api/me/message-settings", async ({ request }) => {
      messages = await request.json();
      sent.push(messages);
      return HttpResponse.json(messages);
    }),
    http.get("/api/me/cord-settings", () => HttpResponse.json(cords)),
    http.put<never, CordSettings>("/api/me/cord-settings", async ({ request }) => {
      cords = await request.json();
      sent.push(cords);
      return HttpResponse.json(cords);
    }),
  );
});

const open = () => openPage("/settings/messages", settingsRoutes);
const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });

describe("the settings of messages", () => {
  test.each([
    ["Receipts", "sendsReceipts"],
    ["Typing", "showsTyping"],
    ["Online status", "showsPresence"],
  ])("turn off: %s", async (name, field) => {
    const { member } = open();
    await member.click(await box(name));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ [field]: false, acceptsFrom: "shared" });
    expect((await box(name)).checked).toBe(false);
  });

  test("choose who may write", async () => {
    const { member } = open();
    const group = within(await screen.findByRole("group", { name: "Who may message me" }));
    const choices = group.getAllByRole<HTMLInputElement>("radio");
    expect(choices.map(({ value }) => value)).toEqual(["shared", "followed", "nobody"]);
    await member.click(group.getByRole("radio", { name: /^No one/ }));
    await waitFor(() => expect(messages.acceptsFrom).toBe("nobody"));
  });

  test("keep both of two quick changes", async () => {
    const { member } = open();
    await member.click(await box("Receipts"));
    await member.click(await box("Typing"));
    await waitFor(() =>
      expect(messages).toMatchObject({ sendsReceipts: false, showsTyping: false }),
    );
  });

  test("return to the stored choice with the reason of a refusal", async () => {
    server.use(
      http.put("/api/me/message-settings", () =>
        HttpResponse.json({ status: 503, code: "x", detail: "Try later." }, { status: 503 }),
      ),
    );
    const { member } = open();
    await member.click(await box("Receipts"));
    expect(await screen.findByText("Try later.")).toBeDefined();
    await waitFor(async () => expect((await box("Receipts")).checked).toBe(true));
  });

  test("allow retrying if they fail to load", async () => {
    server.use(
      http.get("/api/me/message-settings", () => HttpResponse.json({}, { status: 500 }), {
        once: true,
      }),
    );
    const { member } = open();
    expect(
      await screen.findByText("Failed to load your settings. Please try again."),
    ).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await box("Receipts")).toBeDefined();
  });
});

describe("the settings of cords", () => {
  test("erase cords only after a confirmation", async () => {
    const { member } = open();
    await member.click(await box("Cords"));
    const name = "Turn cords off and erase them?";
    const dialog = within(await screen.findByRole("dialog", { name }));
    expect(sent).toEqual([]);
    await member.click(dialog.getByRole("button", { name: "Turn off and erase" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ enabled: false, showsVouches: false }]);
    expect((await box("Cords")).checked).toBe(false);
  });

  test("stay on if the confirmation is cancelled", async () => {
    const { member } = open();
    await member.click(await box("Cords"));
    await member.click(await screen.findByRole("button", { name: "Cancel" }));
    expect((await box("Cords")).checked).toBe(true);
    expect(sent).toEqual([]);
  });

  test("turn on without a confirmation", async () => {
    cords = { enabled: false, showsVouches: true };
    const { member } = open();
    await member.click(await box("Cords"));
    await waitFor(() => expect(sent).toEqual([{ enabled: true, showsVouches: true }]));
  });

  test("show vouches", async () => {
    const { member } = open();
    await member.click(await box("Show vouches"));
    await waitFor(() => expect(sent).toEqual([{ enabled: true, showsVouches: true }]));
  });

  test("exist on portals too", async () => {
    const portal = {
      tenantId: "t",
      subdomain: "oak",
      affiliationId: "a",
      brandName: "Oak House",
      affiliationName: "Oak House",
    };
    openPage("/settings/messages", settingsRoutes, { mode: "whitelabel", portal });
    expect(await box("Cords")).toBeDefined();
    expect(await box("Receipts")).toBeDefined();
  });
});
