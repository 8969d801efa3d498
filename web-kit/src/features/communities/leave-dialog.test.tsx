import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../../api/keys.ts";
import { community } from "../../testing/factories.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { openPage, servePages, server, streams } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { pressTwice } from "../../testing/press-twice.ts";
import { communitiesRoutes } from "./routes.tsx";

servePages();

let world: CommunityFixture;
/** Number of requests for the community after the viewer left it. */
let missed: number;

beforeEach(() => {
  const bridges = community("bridges", { name: "Bridges", visibility: "private" });
  world = communityFixture(buildMember({ id: "nadia" }), bridges);
  missed = 0;
  serveCommunity(() => world);
});

const out = { type: "membership.left", communityId: "bridges", userId: "nadia" };

/** From now on the server hides the community from the viewer. */
function leaveIt(): void {
  world.community = { ...world.community, viewer: { ...world.community.viewer, isMember: false } };
  server.use(
    http.get("/api/communities/bridges", () => {
      missed += 1;
      return refusalResponse(404, "community-not-found", "Community not found");
    }),
  );
  streams[0]?.tell(1, out);
}

async function ask() {
  const page = openPage("/communities/bridges", ({ cache }) => communitiesRoutes(cache));
  await page.member.click(await screen.findByRole("button", { name: "Community menu" }));
  await page.member.click(await screen.findByRole("menuitem", { name: "Leave community" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Leave Bridges?" }));
  return {
    ...page,
    dialog,
    leave: dialog.getByRole<HTMLButtonElement>("button", { name: "Leave" }),
  };
}

test("leaving sends one request and no further requests for the community", async () => {
  let requested = 0;
  server.use(
    http.post("/api/communities/bridges/leave", () => {
      requested += 1;
      // The live event often arrives before the response.
      leaveIt();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { leave, path, app } = await ask();
  // An Insight cached while the viewer was a member.
  app.cache.setQueryData(keys.article("read"), { id: "read" });
  await pressTwice(leave);
  expect(await screen.findByText("Left Bridges")).toBeDefined();
  await waitFor(() => expect(path()).toBe("/communities"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([requested, missed]).toEqual([1, 0]);
  expect(app.cache.getQueryData(keys.article("read"))).toBeUndefined();
});

test("a community left elsewhere closes immediately", async () => {
  await ask();
  leaveIt();
  await waitFor(() => expect(missed).toBe(1));
});

test("a community is reloaded if the response to leaving was lost", async () => {
  server.use(
    http.post("/api/communities/bridges/leave", () => {
      leaveIt();
      return HttpResponse.error();
    }),
  );
  const { leave, member } = await ask();
  await member.click(leave);
  await waitFor(() => expect(missed).toBe(1));
});
