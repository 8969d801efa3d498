import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import {
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { article, comment, community } from "../../testing/factories.ts";
import { mockLayout, scrollWindow } from "../../testing/layout.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { articlesRoutes } from "./routes.tsx";

servePages();

const PAGE = 50;
let pagesAsked: number;

/** One page of a list as the server returns it. */
function pageOf(items: readonly unknown[], cursor: string | null) {
  pagesAsked += 1;
  const from = Number(cursor ?? 0);
  const nextCursor = from + PAGE < items.length ? String(from + PAGE) : null;
  return HttpResponse.json({ items: items.slice(from, from + PAGE), nextCursor });
}

const cursorOf = (request: Request) => new URL(request.url).searchParams.get("cursor");
const many = Array.from({ length: 150 }, (_, at) => String(at));

beforeEach(() => {
  mockLayout();
  pagesAsked = 0;
  const world = communityFixture(
    buildMember({ id: "nadia" }),
    community("bridges", { name: "Bridges" }),
  );
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/articles", ({ request }) =>
      pageOf(
        many.map((id) => article(id, { title: `On ${id}` })),
        cursorOf(request),
      ),
    ),
    http.get("/api/articles/piers", () => HttpResponse.json(article("piers"))),
    http.get("/api/articles/piers/comments", ({ request }) =>
      pageOf(
        many.map((id) => comment(id, { content: `Word ${id}` })),
        cursorOf(request),
      ),
    ),
  );
});

const open = (path: string) =>
  openPage(path, ({ cache }) => [...communitiesRoutes(cache), ...articlesRoutes()]);
/** jsdom has no layout, so the lists scroll in the document. */
function scrollToEnd() {
  const box = document.documentElement;
  act(() => scrollWindow(box, box.scrollHeight - box.clientHeight));
}

test.each([
  ["Insights", "/communities/bridges/insights", (id: number) => `On ${id}`],
  ["Comments", "/articles/piers", (id: number) => `Word ${id}`],
])("renders only nearby rows of many %s", async (label, path, words) => {
  open(path);
  const list = await screen.findByRole("list", { name: label });
  await waitFor(() => expect(within(list).getAllByRole("listitem").length).toBeGreaterThan(9));
  expect(within(list).getAllByRole("listitem").length).toBeLessThan(40);
  expect(pagesAsked).toBe(1);
  scrollToEnd();
  await waitFor(() => expect(pagesAsked).toBe(2));
  expect(await within(list).findByText(words(49))).toBeDefined();
  expect(within(list).queryByText(words(5))).toBeNull();
  expect(within(list).getAllByRole("listitem").length).toBeLessThan(40);
});

test.each([
  ["/communities/bridges/insights", "/api/communities/:id/articles", "Show older Insights"],
  ["/articles/piers", "/api/articles/piers/comments", "Show more comments"],
])("a failed page at %s is retried with a button", async (path, endpoint, button) => {
  const { member } = open(path);
  await waitFor(() => expect(screen.getAllByRole("listitem").length).toBeGreaterThan(9));
  server.use(http.get(endpoint, () => refusalResponse(500, "internal", "Failed"), { once: true }));
  scrollToEnd();
  const again = await screen.findByRole("button", { name: button });
  await waitFor(() => expect(again.getAttribute("aria-busy")).not.toBe("true"));
  expect(pagesAsked).toBe(1);
  await member.click(again);
  await waitFor(() => expect(pagesAsked).toBe(2));
});
