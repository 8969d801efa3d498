import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../../api/keys.ts";
import type { SearchItem } from "../../api/search-types.ts";
import { buildCord } from "../../testing/cords.ts";
import { nothingShared, person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { CordCard } from "./cord-card.tsx";

servePages();

const found = (userId: string, name: string): SearchItem => ({
  type: "person",
  id: userId,
  person: person(userId, name),
  shared: nothingShared,
});

let items: SearchItem[];
let sent: unknown[];
let idempotencyKeys: (string | null)[];

beforeEach(() => {
  items = [
    found("kwame", "Kwame Boateng"),
    found("nadia", "Nadia Rahman"),
    found("priya", "Priya Raghunathan"),
    found("ling", "Ling Zhao"),
  ];
  sent = [];
  idempotencyKeys = [];
  server.use(
    http.get("/api/users/kwame/cord", () => HttpResponse.json(buildCord("kwame"))),
    http.get("/api/search", () => HttpResponse.json({ items })),
    http.post("/api/introductions", async ({ request }) => {
      sent.push(await request.json());
      idempotencyKeys.push(request.headers.get("Idempotency-Key"));
      return HttpResponse.json({}, { status: 201 });
    }),
  );
});

async function openDialog() {
  const kwame = { userId: "kwame", firstName: "Kwame" };
  const opened = openPage("/", () => [{ path: "/", element: <CordCard person={kwame} /> }]);
  opened.app.cache.setQueryData(keys.me, buildMember({ id: "nadia" }));
  await opened.member.click(await screen.findByRole("button", { name: "Introduce Kwame to …" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Introduce Kwame to …" }));
  const field = await dialog.findByRole("combobox", { name: "Introduce to" });
  return { ...opened, dialog, field };
}

test("offers found members, but neither the viewer nor the person", async () => {
  const { member, dialog, field } = await openDialog();
  await member.type(field, "a");
  const options = await dialog.findAllByRole("option");
  expect(options.map((option) => within(option).getByText(/^(Priya|Ling)/).textContent)).toEqual([
    "Priya Raghunathan",
    "Ling Zhao",
  ]);
});

test("chooses with the keyboard and sends one introduction", async () => {
  const { member, dialog, field } = await openDialog();
  await member.type(field, "l");
  await dialog.findAllByRole("option");
  await member.keyboard("{ArrowDown}{Enter}");
  const chosen = dialog.getByRole("button", { name: "Remove Ling Zhao" });
  expect(document.activeElement).toBe(chosen);
  await member.type(dialog.getByLabelText("Message to both"), "You both care for bridges.");
  await member.click(dialog.getByRole("button", { name: "Introduce" }));
  expect(
    await screen.findByText("Kwame and Ling are asked whether they want to meet."),
  ).toBeDefined();
  expect(sent).toEqual([{ userIds: ["kwame", "ling"], message: "You both care for bridges." }]);
  expect(idempotencyKeys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("returns to the field when the chosen person is removed", async () => {
  const { member, dialog, field } = await openDialog();
  await member.type(field, "p");
  await member.click((await dialog.findAllByRole("option"))[0] ?? document.body);
  await member.click(dialog.getByRole("button", { name: "Remove Priya Raghunathan" }));
  expect(document.activeElement).toBe(dialog.getByRole("combobox", { name: "Introduce to" }));
});

test("requires a person and a message within the limit", async () => {
  const { member, dialog } = await openDialog();
  await member.click(dialog.getByRole("button", { name: "Introduce" }));
  expect(dialog.getByText("Choose a member.")).toBeDefined();
  expect(dialog.getByText("Content cannot be empty")).toBeDefined();
  await member.click(dialog.getByLabelText("Message to both"));
  await member.paste("x".repeat(501));
  expect(dialog.getByText("Content exceeds maximum length of 500 characters")).toBeDefined();
  expect(sent).toEqual([]);
});

test("reports that no members match", async () => {
  items = [];
  const { member, dialog, field } = await openDialog();
  await member.type(field, "zzz");
  expect(await dialog.findByText("No members match.")).toBeDefined();
});

test("shows the daily limit with the remaining time and keeps the text", async () => {
  const detail = "You can make 5 introductions a day. Try again in 4 hours.";
  server.use(
    http.post("/api/introductions", () =>
      HttpResponse.json({ status: 429, code: "rate_limited", detail }, { status: 429 }),
    ),
  );
  const { member, dialog, field } = await openDialog();
  await member.type(field, "p");
  await member.click((await dialog.findAllByRole("option"))[0] ?? document.body);
  const message = dialog.getByLabelText<HTMLTextAreaElement>("Message to both");
  await member.type(message, "Meet");
  await member.click(dialog.getByRole("button", { name: "Introduce" }));
  expect(await dialog.findByText(detail)).toBeDefined();
  expect(message.value).toBe("Meet");
});
