import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../../testing/community-server.ts";
import { adminOf, community, person, reportOf } from "../../../testing/factories.ts";
import { openPage, servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { communitiesRoutes } from "../routes.tsx";
import { wholeText } from "../../../testing/whole-text.ts";

servePages();

const me = buildMember({ id: "nadia" });
const words = reportOf("aa", { excerpt: "Buy my cranes" });
const insight = reportOf("cc", { subjectKind: "article", threadId: null, excerpt: "On cranes" });

let world: CommunityFixture;

beforeEach(() => {
  world = communityFixture(me, community("bridges", { name: "Bridges", viewer: adminOf() }));
  world.reports = [words];
  serveCommunity(() => world);
});

const open = (search = "") =>
  openPage(`/communities/bridges/manage/reports${search}`, ({ cache }) => communitiesRoutes(cache));
const press = async (name: string) => screen.findByRole("button", { name });

describe("reports", () => {
  test("show content, reporter and reason, and link to the content", async () => {
    world.reports = [words, insight];
    open();
    const list = await screen.findByRole("list", { name: "Reports" });
    expect(within(list).getByText("Buy my cranes")).toBeDefined();
    expect(within(list).getAllByText("Not about bridges")).toHaveLength(2);
    expect(within(list).getAllByText(wholeText(/^Reported by Ling Zhao/))).toHaveLength(2);
    const post = within(list).getByRole("link", { name: "Show post of Kwame Boateng" });
    expect(post.getAttribute("href")).toBe("/communities/bridges/threads/cable#post-aa");
    const article = within(list).getByRole("link", { name: "Show Insight of Kwame Boateng" });
    expect(article.getAttribute("href")).toBe("/articles/cc");
  });

  test("offers no link and no removal for deleted content", async () => {
    world.reports = [reportOf("aa", { excerpt: null, threadId: null })];
    open();
    expect(await screen.findByText("It is gone.")).toBeDefined();
    expect(screen.queryByRole("link", { name: /^Show post/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  });

  test.each([
    ["Dismiss", "dismiss", "Report dismissed"],
    ["Resolve", "resolve", "Report resolved"],
  ])("%s closes one", async (label, action, said) => {
    server.use(
      http.post(`/api/reports/report-of-aa/${action}`, () => {
        world.reports = [];
        return HttpResponse.json({ ...words, status: `${action}d` });
      }),
    );
    const { member } = open();
    await member.click(await press(`${label} report about post of Kwame Boateng`));
    expect(await screen.findByText(said)).toBeDefined();
    expect(await screen.findByText("No open reports")).toBeDefined();
  });

  test.each([
    [409, "report-already-handled", "This report was already handled"],
    [404, "report-not-found", "Report not found"],
    [500, "internal", "Failed to update report"],
  ])("show why one was not closed: %i %s", async (status, code, refusal) => {
    server.use(http.post("/api/reports/:id/dismiss", () => refusalResponse(status, code, refusal)));
    const { member } = open();
    await member.click(await press("Dismiss report about post of Kwame Boateng"));
    expect(await screen.findByText(refusal)).toBeDefined();
  });

  test("are settled by removing the content with a reason", async () => {
    const told: unknown[] = [];
    server.use(
      http.post("/api/posts/aa/removal", async ({ request }) => {
        told.push(await request.json());
        world.reports = [];
        return HttpResponse.json({ id: "aa" });
      }),
    );
    const { member } = open();
    await member.click(await press("Remove post of Kwame Boateng"));
    const dialog = await screen.findByRole("dialog", { name: "Remove this post?" });
    await member.type(within(dialog).getByLabelText("Reason"), "Advertising");
    await member.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("No open reports")).toBeDefined();
    expect(told).toEqual([{ reason: "Advertising" }]);
  });

  test("lists closed reports separately with the person who closed them", async () => {
    const handled = { handledBy: person("kwame"), handledAt: "2026-11-20T11:00:00Z" };
    world.reports = [{ ...words, status: "resolved", ...handled }];
    const { member } = open();
    expect(await screen.findByText("No open reports")).toBeDefined();
    await member.click(await press("Resolved"));
    expect(await screen.findByText(wholeText(/^Resolved by Kwame Boateng/))).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Dismiss report/ })).toBeNull();
    await member.click(await press("Dismissed"));
    expect(await screen.findByText("No dismissed reports")).toBeDefined();
  });

  test("are counted on their tab up to 99", async () => {
    server.use(
      http.get("/api/communities/:id/reports", () =>
        HttpResponse.json({ items: [words], nextCursor: null, openCount: 120 }),
      ),
    );
    openPage("/communities/bridges/manage", ({ cache }) => communitiesRoutes(cache));
    expect(await screen.findByRole("link", { name: /^Reports ?99\+ ?open$/ })).toBeDefined();
  });

  test("are loaded page by page", async () => {
    server.use(
      http.get("/api/communities/bridges/reports", ({ request }) => {
        const { searchParams } = new URL(request.url);
        const isFirst = searchParams.get("cursor") === null;
        const item = isFirst ? words : reportOf("dd", { excerpt: "An older one" });
        return HttpResponse.json({
          items: [item],
          nextCursor: isFirst ? "next" : null,
          openCount: 2,
        });
      }),
    );
    const { member } = open();
    await member.click(await press("Show more"));
    expect(await screen.findByText("An older one")).toBeDefined();
    expect(screen.getByText("Buy my cranes")).toBeDefined();
  });

  test("are retried after a failure", async () => {
    const failed = "Failed to load reports";
    server.use(
      http.get("/api/communities/:id/reports", () => refusalResponse(500, "internal", failed)),
    );
    const { member } = open();
    expect(await screen.findByText(failed)).toBeDefined();
    serveCommunity(() => world);
    await member.click(await press("Try Again"));
    expect(await screen.findByText("Buy my cranes")).toBeDefined();
  });

  test("are hidden from those who may not see them", async () => {
    const refusal = "Admin privileges required";
    server.use(
      http.get("/api/communities/:id/reports", () =>
        refusalResponse(403, "admin-privileges-required", refusal),
      ),
    );
    open();
    expect(await screen.findByText(refusal)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  });

  test("appear live, and disappear with their content", async () => {
    world.reports = [];
    open();
    expect(await screen.findByText("No open reports")).toBeDefined();
    await waitFor(() => expect(streams).toHaveLength(1));
    world.reports = [words];
    const tab = screen.getByRole("link", { name: "Reports" });
    streams[0]?.tell(1, { type: "report.opened", communityId: "bridges", reportId: words.id });
    expect(await screen.findByText("Buy my cranes")).toBeDefined();
    expect(tab.textContent).toBe("Reports1 open");
    world.reports = [];
    streams[0]?.tell(2, {
      type: "post.removed",
      communityId: "bridges",
      threadId: "cable",
      postId: "aa",
      removed: "removed",
      isTombstone: false,
    });
    expect(await screen.findByText("No open reports")).toBeDefined();
    expect(tab.textContent).toBe("Reports");
  });
});
