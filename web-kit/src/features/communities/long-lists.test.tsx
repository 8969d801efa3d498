import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { CommunityMember } from "../../api/types.ts";
import {
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { community, person } from "../../testing/factories.ts";
import { mockLayout, scrollWindow } from "../../testing/layout.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "./routes.tsx";

servePages();

const PAGE = 100;
const members = Array.from({ length: 300 }, (_, at): CommunityMember => ({
  ...person(`u${at}`, `Member ${at}`),
  handle: `member${at}`,
  isFounder: false,
  role: "member",
  joinedAt: "2026-10-02T10:00:00Z",
}));
const mine = [
  community("bridges", { name: "Bridges" }),
  ...Array.from({ length: 299 }, (_, at) => community(`c${at}`, { name: `Community ${at}` })),
];
let pagesAsked: number;

/** One page of a list as the server returns it. */
function pageOf(items: readonly unknown[], cursor: string | null) {
  pagesAsked += 1;
  const from = Number(cursor ?? 0);
  const nextCursor = from + PAGE < items.length ? String(from + PAGE) : null;
  return HttpResponse.json({ items: items.slice(from, from + PAGE), nextCursor });
}

beforeEach(() => {
  mockLayout();
  pagesAsked = 0;
  const world = communityFixture(
    buildMember({ id: "nadia" }),
    community("bridges", { name: "Bridges" }),
  );
  serveCommunity(() => world);
});

const open = () => openPage("/communities/bridges", ({ cache }) => communitiesRoutes(cache));
/** jsdom has no layout, so the lists scroll in the document. */
const scrollTo = (top: number) => act(() => scrollWindow(document.documentElement, top));

describe("a community of many members", () => {
  beforeEach(() => {
    server.use(
      http.get("/api/communities/:id/members", ({ request }) => {
        const { searchParams } = new URL(request.url);
        const called = searchParams.get("query");
        if (called === null) return pageOf(members, searchParams.get("cursor"));
        const items = members.filter((member) => member.handle?.startsWith(called) === true);
        return HttpResponse.json({ items: items.slice(0, 20), nextCursor: null });
      }),
    );
  });

  const openDialog = async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Community menu" }));
    await member.click(await screen.findByRole("menuitem", { name: "Members" }));
    const dialog = await screen.findByRole("dialog", { name: "Members" });
    const list = await within(dialog).findByRole("list", { name: "Members" });
    await waitFor(() => expect(within(list).getAllByRole("listitem").length).toBeGreaterThan(9));
    return { member, list, dialog };
  };

  test("renders only nearby members with their positions", async () => {
    const { list } = await openDialog();
    const rows = within(list).getAllByRole("listitem");
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute("aria-posinset")).toBe("1");
    expect(rows[0]?.getAttribute("aria-setsize")).toBe("-1");
    expect(pagesAsked).toBe(1);
  });

  test("loads more near the end", async () => {
    const { list } = await openDialog();
    scrollTo(60 * 88);
    await waitFor(() => expect(pagesAsked).toBe(2));
    scrollTo(60 * 120);
    expect(await within(list).findByText("Member 125")).toBeDefined();
    expect(within(list).queryByText("Member 1")).toBeNull();
    expect(within(list).getAllByRole("listitem").length).toBeLessThan(40);
  });

  test("offers a retry button if a page fails", async () => {
    const { member, list, dialog } = await openDialog();
    server.use(
      http.get("/api/communities/:id/members", () => refusalResponse(500, "internal", "Failed"), {
        once: true,
      }),
    );
    scrollTo(60 * 88);
    const button = await within(dialog).findByRole("button", { name: "Show more" });
    await waitFor(() => expect(button.getAttribute("aria-busy")).not.toBe("true"));
    expect(pagesAsked).toBe(1);
    await member.click(button);
    await waitFor(() => expect(pagesAsked).toBe(2));
    scrollTo(60 * 120);
    expect(await within(list).findByText("Member 125")).toBeDefined();
  });

  test("finds a member by name", async () => {
    const { member, dialog } = await openDialog();
    await member.type(within(dialog).getByLabelText("Find by name"), "Member29");
    await waitFor(() => expect(within(dialog).getAllByRole("listitem")).toHaveLength(11));
    expect(within(dialog).getByText("Member 29")).toBeDefined();
    await member.type(within(dialog).getByLabelText("Find by name"), "x");
    expect(await within(dialog).findByText("No members match.")).toBeDefined();
  });
});

describe("a member of many communities", () => {
  beforeEach(() => {
    server.use(
      http.get("/api/communities", ({ request }) => {
        const { searchParams } = new URL(request.url);
        const isMine = searchParams.get("scope") === "mine";
        return isMine
          ? pageOf(mine, searchParams.get("cursor"))
          : HttpResponse.json({ items: [], nextCursor: null });
      }),
    );
  });

  const list = () => screen.findByRole("list", { name: "Communities" });

  test("navigates to unrendered communities with the arrow keys", async () => {
    const { member } = open();
    await waitFor(async () =>
      expect(within(await list()).getAllByRole("link").length).toBeGreaterThan(9),
    );
    expect(within(await list()).getAllByRole("link").length).toBeLessThan(40);
    act(() => screen.getByRole("link", { name: /^Bridges/, current: "page" }).focus());
    await member.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toContain("Community 0");
    await member.keyboard("{End}");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Community 98"));
    await member.keyboard("{Home}");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Bridges"));
  });

  test("finds a community by name that is not loaded yet", async () => {
    const { member } = open();
    await list();
    await member.type(screen.getByRole("searchbox", { name: "Filter communities" }), "nity 297");
    expect(await within(await list()).findByText("Community 297")).toBeDefined();
    await member.type(screen.getByRole("searchbox", { name: "Filter communities" }), "x");
    expect(await screen.findByText("No communities match.")).toBeDefined();
  });
});
