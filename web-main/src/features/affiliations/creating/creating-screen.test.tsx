import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import {
  affiliation,
  singlePage,
  affiliationRefusal,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, server, servePages } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { pressTwice } from "@guildhall/web-kit/testing/press-twice.ts";
import { CreatingScreen } from "./creating-screen.tsx";

servePages();

const ada = { id: "0192f0c0aa7e7cc0b0d0000000000009", email: "ada@oakhouse.example" };
let sent: { body: unknown; key: string | null }[];

beforeEach(() => {
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/affiliations", () => HttpResponse.json(singlePage([]))),
    http.get("/api/staff/users", () => HttpResponse.json(singlePage([ada]))),
    http.post("/api/staff/affiliations", async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get("Idempotency-Key") });
      const made = affiliation({}, { id: "oak", name: "Oak House", urlPath: null });
      return HttpResponse.json(made, { status: 201 });
    }),
  );
});

const open = () =>
  openPage("/", () => [
    { index: true, element: <CreatingScreen /> },
    { path: "/staff/affiliations/:id", element: <h1>Its page</h1> },
  ]);
const create = () => screen.getByRole("button", { name: "Create affiliation" });

type Member = ReturnType<typeof open>["member"];

async function fill(member: Member) {
  await member.type(await screen.findByLabelText(/^Name/), "Oak House");
  await member.type(screen.getByLabelText(/^Description/), "A house of its own.");
}

test("creates an affiliation once and opens its page in the staff area", async () => {
  const { member } = open();
  await fill(member);
  await pressTwice(create());
  expect(await screen.findByRole("heading", { name: "Its page" })).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    name: "Oak House",
    description: "A house of its own.",
    isPrivate: false,
    isVerified: false,
    creatorId: null,
  });
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

test("assigns it to the member with the email address, and reports an unknown address", async () => {
  const { member } = open();
  await fill(member);
  const creator = screen.getByLabelText(/^Creator’s email/);
  await member.type(creator, "bob@oakhouse.example");
  await member.click(create());
  expect(await screen.findByText("User not found")).toBeTruthy();
  expect(sent).toEqual([]);
  await member.clear(creator);
  await member.type(creator, "Ada@OakHouse.example");
  await member.click(screen.getByRole("checkbox", { name: /^Private/ }));
  await member.click(create());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ creatorId: ada.id, isPrivate: true });
});

test("reports missing fields, and the server's errors", async () => {
  const { member } = open();
  await screen.findByLabelText(/^Name/);
  await member.click(create());
  expect(await screen.findAllByText("Input is required")).toHaveLength(2);
  const message = "Content contains potentially harmful code";
  server.use(
    http.post("/api/staff/affiliations", () =>
      HttpResponse.json(
        affiliationRefusal(422, message, [{ field: "name", code: "harmful", message }]),
        {
          status: 422,
        },
      ),
    ),
  );
  await fill(member);
  await member.click(create());
  expect(await screen.findByText(message)).toBeTruthy();
});
