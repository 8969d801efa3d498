import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { CalendarFeed } from "./calendar-feed.tsx";

servePages();

const path = "/api/me/calendar-feed";
const address = (count: number) => `https://guildhall.example/calendar/secret-${count}.ics`;
let created: number;
let exists: boolean;

beforeEach(() => {
  created = 0;
  exists = false;
  const createdAt = "2026-11-20T10:00:00Z";
  server.use(
    http.get(path, () => HttpResponse.json({ createdAt: exists ? createdAt : null })),
    http.post(path, () => {
      created += 1;
      exists = true;
      return HttpResponse.json({ url: address(created), createdAt }, { status: 201 });
    }),
    http.delete(path, () => {
      exists = false;
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = () => openPage("/", () => [{ path: "/", element: <CalendarFeed /> }]);
const button = (name: string) => screen.findByRole("button", { name });
const shown = () =>
  screen.findByRole<HTMLInputElement>("textbox", { name: "Address of your calendar feed" });

test("a feed is created, and its address is shown once and copied", async () => {
  const { member } = open();
  await member.click(await button("Create a calendar feed"));
  expect((await shown()).value).toBe(address(1));
  expect(screen.getByText(/Anyone who has it can read the events/)).toBeDefined();
  await member.click(await button("Copy address"));
  expect(await screen.findByText("Address copied to clipboard.")).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(address(1));
});

test("an existing feed does not show its address", async () => {
  exists = true;
  open();
  await button("Renew the address");
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("the address is renewed after a confirmation", async () => {
  exists = true;
  const { member } = open();
  await member.click(await button("Renew the address"));
  const dialog = await screen.findByRole("dialog", { name: "Renew the address?" });
  await member.click(within(dialog).getByRole("button", { name: "Renew" }));
  expect((await shown()).value).toBe(address(1));
});

test("the feed is removed after a confirmation", async () => {
  exists = true;
  const { member } = open();
  await member.click(await button("Remove the feed"));
  const dialog = await screen.findByRole("dialog", { name: "Remove the calendar feed?" });
  await member.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("The calendar feed was removed.")).toBeDefined();
  expect(await button("Create a calendar feed")).toBeDefined();
});

test("a refusal shows its reason", async () => {
  const detail = "Too many requests";
  server.use(
    http.post(path, () => HttpResponse.json({ status: 409, code: "x", detail }, { status: 409 })),
  );
  const { member } = open();
  await member.click(await button("Create a calendar feed"));
  expect(await screen.findByText(detail)).toBeDefined();
});

test("allows retrying if the feed fails to load", async () => {
  server.use(http.get(path, () => HttpResponse.json({}, { status: 500 }), { once: true }));
  const { member } = open();
  const words = "Failed to load your calendar feed. Please try again.";
  expect(await screen.findByText(words)).toBeDefined();
  await member.click(await button("Try Again"));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(await button("Create a calendar feed")).toBeDefined();
});
