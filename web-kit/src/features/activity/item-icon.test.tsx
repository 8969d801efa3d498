import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { activityItem } from "../../testing/activity.ts";
import { buildCord } from "../../testing/cords.ts";
import { person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildProfile } from "../../testing/people.ts";
import { ItemIcon } from "./item-icon.tsx";

servePages();

test("the picture of an author opens their card", async () => {
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/users/kwame", () => HttpResponse.json(buildProfile({ userId: "kwame" }))),
    http.get("/api/users/kwame/cord", () => HttpResponse.json(buildCord("kwame"))),
  );
  const item = activityItem("reply", { author: person("kwame"), authorName: "Kwame Boateng" });
  const { member } = openPage("/", () => [{ path: "/", element: <ItemIcon item={item} /> }]);
  await member.click(await screen.findByRole("button", { name: "About Kwame Boateng" }));
  const card = within(await screen.findByRole("dialog", { name: "Kwame Boateng" }));
  expect(await card.findByRole("button", { name: "Follow" })).toBeDefined();
});
