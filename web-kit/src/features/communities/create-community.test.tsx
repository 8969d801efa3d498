import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type CommunityFixture,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { community } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "./routes.tsx";

servePages();

let world: CommunityFixture;
let sent: unknown;

beforeEach(() => {
  world = communityFixture(buildMember({ id: "nadia" }), community("bridges", { name: "Bridges" }));
  serveCommunity(() => world);
  server.use(
    http.post("/api/communities", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(world.community, { status: 201 });
    }),
  );
});

async function dialog() {
  const { member } = openPage("/communities", ({ cache }) => communitiesRoutes(cache));
  await member.click(await screen.findByRole("button", { name: "New community" }));
  await member.type(await screen.findByLabelText("Name"), "Ring");
  await member.type(screen.getByLabelText("Description"), "Small");
  return member;
}

const visibility = () => {
  const radios = screen.getAllByRole("radio", { checked: true });
  return radios.map((radio) => radio.getAttribute("value"))[1];
};

describe("a new community", () => {
  test("defaults to public, a trust circle to private", async () => {
    const member = await dialog();
    expect(visibility()).toBe("public");
    await member.click(screen.getByRole("radio", { name: /Trust circle/ }));
    expect(visibility()).toBe("private");
    await member.click(screen.getByRole("radio", { name: /^Community/ }));
    expect(visibility()).toBe("public");
    await member.click(screen.getByRole("radio", { name: /Trust circle/ }));
    await member.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(sent).toMatchObject({ visibility: "private", name: "Ring" }));
  });

  test("keeps a chosen visibility", async () => {
    const member = await dialog();
    await member.click(screen.getByRole("radio", { name: /^Private/ }));
    await member.click(screen.getByRole("radio", { name: /Trust circle/ }));
    await member.click(screen.getByRole("radio", { name: /^Community/ }));
    expect(visibility()).toBe("private");
  });

  test("shows the server's message on refusal", async () => {
    const detail = "Basic subscription limit reached";
    const body = {
      status: 403,
      code: "subscription-limit",
      detail,
      title: detail,
      type: "about:blank",
    };
    server.use(http.post("/api/communities", () => HttpResponse.json(body, { status: 403 })));
    const member = await dialog();
    await member.click(screen.getByRole("button", { name: "Create" }));
    expect(await screen.findByText(detail)).toBeDefined();
  });
});
