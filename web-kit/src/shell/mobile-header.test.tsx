import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { communitiesRoutes } from "../features/communities/routes.tsx";
import { serveCommunity, communityFixture } from "../testing/community-server.ts";
import { community } from "../testing/factories.ts";
import { openPage, servePages, server } from "../testing/open-page.tsx";
import { buildMember } from "../testing/people.ts";

servePages();

test("shows Group as title while a community loads", async () => {
  const phone = (media: string) => Object.assign(new EventTarget(), { media, matches: false });
  Object.defineProperty(window, "matchMedia", { value: phone, configurable: true, writable: true });
  const arrives = Promise.withResolvers<undefined>();
  const bridges = community("bridges", { name: "Bridges" });
  serveCommunity(() => communityFixture(buildMember({ id: "nadia" }), bridges));
  server.use(
    http.get("/api/communities/bridges", async () => {
      await arrives.promise;
      return HttpResponse.json(bridges);
    }),
  );
  openPage("/communities/bridges", ({ cache }) => communitiesRoutes(cache));
  expect(await screen.findByRole("heading", { name: "Group", level: 1 })).toBeDefined();
  expect(screen.getAllByText("Group")).toHaveLength(2);
  arrives.resolve(undefined);
  expect(await screen.findByRole("heading", { name: "Bridges", level: 1 })).toBeDefined();
  expect(screen.queryByText("Group")).toBeNull();
});
