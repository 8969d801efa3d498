import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { CommunityMember } from "../../../api/types.ts";
import {
  type CommunityFixture,
  communityFixture,
  refusalResponse,
  serveCommunity,
} from "../../../testing/community-server.ts";
import { adminOf, community, person } from "../../../testing/factories.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";

servePages();

const bridges = (viewer = adminOf()) => community("bridges", { name: "Bridges", viewer });
const founder = adminOf({ isFounder: true });

function memberOf(userId: string, name: string, changes: Partial<CommunityMember> = {}) {
  const joinedAt = "2026-10-01T10:00:00Z";
  const member: CommunityMember = {
    ...person(userId, name),
    role: "member",
    isFounder: false,
    joinedAt,
  };
  return { ...member, ...changes };
}

const kwame = memberOf("kwame", "Kwame Boateng", { role: "admin" });
const nadia = memberOf("nadia", "Nadia Rahman", { role: "admin" });
const ling = memberOf("ling", "Ling Zhao");

let world: CommunityFixture;

beforeEach(() => {
  world = communityFixture(buildMember({ id: "nadia" }), bridges(founder));
  world.members = [{ ...nadia, isFounder: true }, kwame, ling];
  serveCommunity(() => world);
});

const open = () => openPage("/communities/bridges/manage", ({ cache }) => communitiesRoutes(cache));

async function openMenu(name: string) {
  const opened = open();
  await opened.member.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  const items = await screen.findAllByRole("menuitem");
  return { ...opened, items: items.map((item) => item.textContent) };
}

async function choose(name: string, item: string) {
  const opened = await openMenu(name);
  await opened.member.click(screen.getByRole("menuitem", { name: item }));
  return { ...opened, dialog: await screen.findByRole("dialog") };
}

const press = async (
  { member, dialog }: Awaited<ReturnType<typeof choose>>,
  name: string,
): Promise<void> => member.click(within(dialog).getByRole("button", { name }));

describe("the actions of the founder", () => {
  test("on an admin include the removal of the role", async () => {
    const { items } = await openMenu("Kwame Boateng");
    expect(items).toEqual(["Hand the community over", "Remove as admin", "Remove"]);
  });

  test("on a member include handing the community over", async () => {
    const { items } = await openMenu("Ling Zhao");
    expect(items).toEqual(["Make an admin", "Hand the community over", "Time out", "Remove"]);
  });

  test("on themselves are limited to stepping down", async () => {
    const { items } = await openMenu("Nadia Rahman");
    expect(items).toEqual(["Step down"]);
  });

  test("are not offered to another admin", async () => {
    world.community = bridges();
    const { items } = await openMenu("Ling Zhao");
    expect(items).toEqual(["Make an admin", "Time out", "Remove"]);
    expect(screen.queryByRole("button", { name: "Actions for Kwame Boateng", hidden: true })).toBe(
      null,
    );
  });
});

test("marks the founder in the list", async () => {
  open();
  expect(await screen.findByText("Founder")).toBeDefined();
  expect(screen.getAllByText("Admin")).toHaveLength(1);
});

describe("removing an admin's role", () => {
  test("makes the admin a member", async () => {
    server.use(
      http.post("/api/communities/bridges/members/kwame/demote", () => {
        const member = memberOf("kwame", "Kwame Boateng");
        world.members = [{ ...nadia, isFounder: true }, member, ling];
        return HttpResponse.json(member);
      }),
    );
    const opened = await choose("Kwame Boateng", "Remove as admin");
    await press(opened, "Remove as admin");
    expect(await screen.findByText("Kwame Boateng is no longer an admin")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Admin")).toBeNull());
  });

  test.each([
    [
      403,
      "community-founder-only",
      "Only the founder of the community or staff can remove an admin",
    ],
    [409, "demotion-not-an-admin", "User is not an admin of this community"],
    [404, "community-member-not-found", "User is not a member of this community"],
    [500, "internal", "Failed to demote user"],
  ])("shows the server's message if it is refused: %i %s", async (status, code, words) => {
    server.use(
      http.post("/api/communities/bridges/members/kwame/demote", () =>
        refusalResponse(status, code, words),
      ),
    );
    const opened = await choose("Kwame Boateng", "Remove as admin");
    await press(opened, "Remove as admin");
    expect(await within(opened.dialog).findByText(words)).toBeDefined();
  });
});

describe("stepping down", () => {
  test("leads a former admin to the community", async () => {
    world.community = bridges();
    server.use(
      http.post("/api/communities/bridges/members/nadia/demote", () => {
        world.community = bridges(community("x").viewer);
        return HttpResponse.json(memberOf("nadia", "Nadia Rahman"));
      }),
    );
    const opened = await choose("Nadia Rahman", "Step down");
    const text = "You stay a member. Only another admin or staff can make you an admin again.";
    expect(within(opened.dialog).getByText(text)).toBeDefined();
    await press(opened, "Step down");
    expect(await screen.findByText("You are no longer an admin")).toBeDefined();
    await waitFor(() => expect(opened.path()).toBe("/communities/bridges"));
  });

  test("tells the founder who succeeds", async () => {
    const { dialog } = await choose("Nadia Rahman", "Step down");
    const text = "You stay a member. The admin who joined first becomes the founder.";
    expect(within(dialog).getByText(text)).toBeDefined();
  });

  test("is refused to the last admin", async () => {
    const words = "You are the last admin";
    server.use(
      http.post("/api/communities/bridges/members/nadia/demote", () =>
        refusalResponse(409, "community-last-admin", words),
      ),
    );
    const opened = await choose("Nadia Rahman", "Step down");
    await press(opened, "Step down");
    expect(await within(opened.dialog).findByText(words)).toBeDefined();
    expect(opened.path()).toBe("/communities/bridges/manage");
  });
});

describe("handing the community over", () => {
  const path = "/api/communities/bridges/members/ling/handover";
  const chooseLing = async () => {
    const opened = await choose("Ling Zhao", "Hand the community over");
    const field = within(opened.dialog).getByLabelText("Type its name to confirm");
    return { ...opened, field };
  };

  test("makes the member the founder once the name is typed", async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(path, async ({ request }) => {
        sent.push(await request.json());
        const successor = { ...ling, role: "admin", isFounder: true } as const;
        world.community = bridges();
        world.members = [successor, nadia, kwame];
        return HttpResponse.json(successor);
      }),
    );
    const opened = await chooseLing();
    const confirm = within(opened.dialog).getByRole("button", { name: "Hand over" });
    expect(confirm).toHaveProperty("disabled", true);
    await opened.member.type(opened.field, "Bridges");
    await press(opened, "Hand over");
    expect(await screen.findByText("Ling Zhao is now the founder")).toBeDefined();
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Actions for Ling Zhao" })).toBeNull(),
    );
    expect(sent).toEqual([{ confirmation: "Bridges" }]);
  });

  test("asks for the password if the server requires it", async () => {
    let isProven = false;
    server.use(
      http.post("/api/identity/prove", () => {
        isProven = true;
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(path, () =>
        isProven
          ? HttpResponse.json({ ...ling, role: "admin", isFounder: true })
          : refusalResponse(403, "proof-required", "Please re-authenticate to continue"),
      ),
    );
    const opened = await chooseLing();
    await opened.member.type(opened.field, "Bridges");
    await press(opened, "Hand over");
    await opened.member.type(await screen.findByLabelText("Password"), "Guildhall-2026!");
    await opened.member.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Ling Zhao is now the founder")).toBeDefined();
  });

  test("shows the server's message if it is refused", async () => {
    const words = "Only the founder can hand the community over";
    server.use(http.post(path, () => refusalResponse(403, "handover-founder-only", words)));
    const opened = await chooseLing();
    await opened.member.type(opened.field, "Bridges");
    await press(opened, "Hand over");
    expect(await within(opened.dialog).findByText(words)).toBeDefined();
  });
});
