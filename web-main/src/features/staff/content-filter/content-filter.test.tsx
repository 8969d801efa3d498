import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { staffRoutes } from "../routes.tsx";

servePages();

const PATH = "/api/staff/content-filter";
const failure = { status: 500, code: "internal", detail: "An internal error occurred" };
let filter: string;
let sent: unknown[];

beforeEach(() => {
  filter = "strict";
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json({ waitlistPending: 0 })),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get(PATH, () => HttpResponse.json({ filter })),
    http.put<never, { filter: string }>(PATH, async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      filter = body.filter;
      return HttpResponse.json(body);
    }),
  );
});

const open = () => openPage("/staff/content-filter", (app) => staffRoutes(app.cache));
const choice = (name: RegExp) => screen.findByRole<HTMLInputElement>("radio", { name });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

describe("the content filter of the network", () => {
  test("explains each choice, and is changed after a confirmation", async () => {
    const { member } = open();
    expect((await choice(/^Strict.*database statements/)).checked).toBe(true);
    expect(save().disabled).toBe(true);
    await member.click(await choice(/^Relaxed.*executable markup only/));
    await member.click(save());
    const question = { name: "Use the relaxed content filter?" };
    const dialog = within(await screen.findByRole("dialog", question));
    expect(dialog.getByText(/Scripts are still refused\./)).toBeTruthy();
    expect(sent).toEqual([]);
    await member.click(dialog.getByRole("button", { name: "Change filter" }));
    expect(await screen.findByText("Content filter changed")).toBeTruthy();
    expect(sent).toEqual([{ filter: "relaxed" }]);
    expect((await choice(/^Relaxed/)).checked).toBe(true);
    expect(save().disabled).toBe(true);
  });

  test("is not changed if the question is cancelled", async () => {
    filter = "relaxed";
    const { member } = open();
    await member.click(await choice(/^Strict/));
    await member.click(save());
    const dialog = await screen.findByRole("dialog", { name: "Use the strict content filter?" });
    await member.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(sent).toEqual([]);
    expect(save().disabled).toBe(false);
  });

  test("shows a refused change in the question", async () => {
    server.use(http.put(PATH, () => HttpResponse.json(failure, { status: 500 })));
    const { member } = open();
    await member.click(await choice(/^Relaxed/));
    await member.click(save());
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(dialog.getByRole("button", { name: "Change filter" }));
    expect(await dialog.findByText(failure.detail)).toBeTruthy();
  });

  test("is loaded again after a failure", async () => {
    server.use(http.get(PATH, () => HttpResponse.json(failure, { status: 500 }), { once: true }));
    const { member } = open();
    expect(await screen.findByText("The content filter could not be loaded")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await choice(/^Strict/)).toBeTruthy();
  });
});
