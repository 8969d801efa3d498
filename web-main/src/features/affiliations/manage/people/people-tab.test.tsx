import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { affiliationRefusal, singlePage } from "@guildhall/web-kit/testing/affiliations.ts";
import { person } from "@guildhall/web-kit/testing/factories.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { type AdminFixture, serveAdminArea } from "../../../../testing/affiliation-admin.ts";
import { manageRoutes } from "../../main-routes.tsx";

servePages();

let fixture: AdminFixture;
let sent: unknown[];

beforeEach(() => {
  sent = [];
});

function open(role: "owner" | "admin" = "owner") {
  fixture = serveAdminArea(role);
  server.use(
    http.post("/api/affiliations/oak/admins/:userId", async ({ request, params }) => {
      sent.push([params["userId"], await request.json()]);
      return HttpResponse.json(fixture.admins);
    }),
    http.post("/api/affiliations/oak/handover", async ({ request }) => {
      sent.push(await request.json());
      const handover = {
        to: person("ling", "Ling Zhao"),
        from: person("olga", "Olga Frey"),
        createdAt: "2026-11-20T10:00:00Z",
      };
      fixture.admins = { ...fixture.admins, handover };
      return HttpResponse.json(fixture.admins);
    }),
    http.delete("/api/affiliations/oak/handover", () => {
      fixture.admins = { ...fixture.admins, handover: null };
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("/api/affiliations/oak/admins/:userId", ({ params }) => {
      sent.push(["remove", params["userId"]]);
      const items = fixture.admins.items.filter((one) => one.person.userId !== params["userId"]);
      fixture.admins = { ...fixture.admins, items };
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return openPage("/affiliation/oak-house/manage/people", ({ cache }) => manageRoutes(cache));
}

const dialog = async () => within(await screen.findByRole("dialog"));
const roles = async () => within(await screen.findByRole("list", { name: "People with a role" }));

describe("the owner", () => {
  test("appoints a member to a role", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Appoint" }));
    const form = await dialog();
    await member.click(form.getByRole("button", { name: "Appoint" }));
    expect(await form.findByText("Please choose a member.")).toBeTruthy();
    await member.click(await form.findByRole("radio", { name: /^Ling Zhao/ }));
    await member.click(form.getByRole("radio", { name: /^Brand editor/ }));
    await member.click(form.getByRole("button", { name: "Appoint" }));
    expect(await screen.findByText("Ling Zhao is now brand editor")).toBeTruthy();
    expect(sent).toEqual([["ling", { role: "brand-editor" }]]);
  });

  test("changes a role, and sees the server's refusal", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Actions for Rae Stone" }));
    await member.click(await screen.findByRole("menuitem", { name: "Change the role" }));
    const detail = "Only members can have a role";
    server.use(
      http.post("/api/affiliations/oak/admins/rae", () =>
        HttpResponse.json(affiliationRefusal(409, detail), { status: 409 }),
      ),
    );
    const form = await dialog();
    await member.click(form.getByRole("radio", { name: /^Support/ }));
    await member.click(form.getByRole("button", { name: "Change the role" }));
    expect(await form.findByText(detail)).toBeTruthy();
  });

  test("removes a role but not the owner's", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Actions for Rae Stone" }));
    expect(screen.queryByRole("button", { name: "Actions for Olga Frey" })).toBeNull();
    await member.click(await screen.findByRole("menuitem", { name: "Remove the role" }));
    const form = await dialog();
    expect(form.getByText(/will no longer be reviewer of Oak House/)).toBeTruthy();
    await member.click(form.getByRole("button", { name: "Remove the role" }));
    expect(await screen.findByText("Rae Stone no longer has a role")).toBeTruthy();
    await waitFor(async () => expect((await roles()).queryByText("Rae Stone")).toBeNull());
    expect(sent).toEqual([["remove", "rae"]]);
  });

  test("offers the ownership and withdraws the offer", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Hand over the ownership" }));
    const form = await dialog();
    await member.click(await form.findByRole("radio", { name: /^Ling Zhao/ }));
    await member.click(form.getByRole("button", { name: "Offer the ownership" }));
    expect(await screen.findByText(/^Offered to Ling Zhao/)).toBeTruthy();
    expect(sent).toEqual([{ userId: "ling" }]);
    await member.click(screen.getByRole("button", { name: "Withdraw the offer" }));
    await member.click((await dialog()).getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("The offer was withdrawn")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Hand over the ownership" })).toBeTruthy();
  });

  test("removes a member only with a reason", async () => {
    const { member } = open();
    let removed: unknown;
    server.use(
      http.delete("/api/affiliations/oak/members/ling", async ({ request }) => {
        removed = await request.json();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await member.click(await screen.findByRole("button", { name: "Remove Ling Zhao" }));
    const form = await dialog();
    await member.click(form.getByRole("button", { name: "Remove" }));
    expect(await form.findByText("Please give a reason.")).toBeTruthy();
    await member.type(form.getByLabelText("Reason"), "Left the school");
    await member.click(form.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Ling Zhao is no longer a member")).toBeTruthy();
    expect(removed).toEqual({ reason: "Left the school" });
  });
});

describe("an admin", () => {
  test("sees the roles without the actions of the owner", async () => {
    open("admin");
    expect((await roles()).getByText("Olga Frey")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Appoint" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Actions for Rae Stone" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Hand over the ownership" })).toBeNull();
    expect(await screen.findByText(/ling@oak\.example/)).toBeTruthy();
  });

  test("removes only people without a role", async () => {
    open("admin");
    server.use(
      http.get("/api/affiliations/oak/members", () =>
        HttpResponse.json(
          singlePage([
            { ...person("rae", "Rae Stone"), role: "reviewer" },
            person("ling", "Ling Zhao"),
          ]),
        ),
      ),
    );
    expect(await screen.findByRole("button", { name: "Remove Ling Zhao" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Remove Rae Stone" })).toBeNull();
  });
});

test("searches members on the server", async () => {
  const { member } = open();
  const searched: (string | null)[] = [];
  server.use(
    http.get("/api/affiliations/oak/members", ({ request }) => {
      const q = new URL(request.url).searchParams.get("q");
      searched.push(q);
      const all = [person("ling", "Ling Zhao"), person("zoe", "Zoe Hale")];
      return HttpResponse.json(
        singlePage(all.filter((one) => one.displayName.startsWith(q ?? ""))),
      );
    }),
  );
  await member.type(await screen.findByRole("searchbox", { name: "Find a member" }), "Zo");
  await waitFor(() => expect(screen.queryByText("Ling Zhao")).toBeNull());
  expect(screen.getByText("Zoe Hale")).toBeTruthy();
  expect(searched.at(-1)).toBe("Zo");
  await member.type(screen.getByRole("searchbox", { name: "Find a member" }), "x");
  expect(await screen.findByText("No member has this name")).toBeTruthy();
});

test("shows failed lists with a retry", async () => {
  open();
  const failed = () => HttpResponse.json({}, { status: 500 });
  server.use(
    http.get("/api/affiliations/oak/admins", failed),
    http.get("/api/affiliations/oak/members", failed),
  );
  expect(await screen.findByText("Failed to load affiliation data")).toBeTruthy();
  expect(await screen.findByText("Failed to load members. Please try again.")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Try Again" })).toHaveLength(2);
});
