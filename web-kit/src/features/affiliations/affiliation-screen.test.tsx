import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../../api/keys.ts";
import type { Affiliation } from "../../api/types.ts";
import {
  affiliation,
  affiliationRequest,
  singlePage,
  affiliationRefusal,
  roleHolder,
} from "../../testing/affiliations.ts";
import { person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildPortal } from "../../testing/people.ts";
import { siteRoutes } from "../../routes/site-routes.tsx";
import { affiliationPageRoutes } from "./routes.tsx";

servePages();

let oak: Affiliation;

beforeEach(() => {
  oak = affiliation({ isMember: true, isPublic: true });
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
    http.get("/api/affiliations/:id", () => HttpResponse.json(oak)),
    http.get("/api/affiliations/:id/members", () =>
      HttpResponse.json({ items: [], nextCursor: null }),
    ),
    http.get("/api/affiliations/:id/insight", () => HttpResponse.json({ insight: null })),
    http.get("/api/affiliation-requests", () => HttpResponse.json({ items: [], nextCursor: null })),
    http.put("/api/affiliations/oak/visibility", async ({ request }) => {
      const requested: unknown = await request.json();
      oak = { ...oak, viewer: Object.assign({}, oak.viewer, requested) };
      return HttpResponse.json(oak);
    }),
  );
});

const open = () => openPage("/affiliation/oak-house", (app) => affiliationPageRoutes(app.cache));
const button = (name: string) => screen.findByRole("button", { name });
const membership = () => button("Member: actions");
const item = (name: string) => screen.findByRole("menuitem", { name });

describe("an affiliation's page", () => {
  test("reserves space while members load, and retries after a failure", async () => {
    let answered = 0;
    server.use(
      http.get("/api/affiliations/:id/members", async () => {
        answered += 1;
        await delay(50);
        if (answered === 1) return HttpResponse.json({ code: "bad" }, { status: 422 });
        return HttpResponse.json({ items: [person("ling", "Ling Zhao")], nextCursor: null });
      }),
    );
    const { member } = open();
    const heading = await screen.findByRole("heading", { name: "Members" });
    const section = within(heading.parentElement ?? document.body);
    expect(section.getAllByRole("listitem", { hidden: true })).toHaveLength(6);
    await member.click(await section.findByRole("button", { name: "Try Again" }));
    expect(await section.findByText("Ling Zhao")).toBeTruthy();
    expect(section.getAllByRole("listitem")).toHaveLength(1);
  });

  test("lets a member hide it from their profile and show it again", async () => {
    const { member } = open();
    await member.click(await membership());
    await member.click(await item("Hide from Profile"));
    expect(await screen.findByText("Affiliation is now hidden from your profile")).toBeTruthy();
    await member.click(await membership());
    await member.click(await item("Show on Profile"));
    expect(await screen.findByText("Affiliation is now visible on your profile")).toBeTruthy();
    await member.click(await membership());
    expect(await item("Hide from Profile")).toBeTruthy();
  });

  test("shows the server's message on refusal", async () => {
    const detail = "You must be a member to manage visibility";
    server.use(
      http.get("/api/affiliation-requests", () =>
        HttpResponse.json({ items: [], nextCursor: null }),
      ),
      http.put("/api/affiliations/oak/visibility", () =>
        HttpResponse.json(
          { status: 403, code: "affiliation-members-only", detail },
          { status: 403 },
        ),
      ),
    );
    const { member } = open();
    await member.click(await membership());
    await member.click(await item("Hide from Profile"));
    expect(await screen.findByText(detail)).toBeTruthy();
    await member.click(await membership());
    expect(await item("Hide from Profile")).toBeTruthy();
  });

  test.each([
    ["wears the brand of its open portal", true, "rgb(110, 31, 62)", "white"],
    ["wears a hue of its own while the portal is closed", false, "", ""],
  ])("%s", async (_, isActive, ground, letter) => {
    oak.subdomainConfig = {
      subdomain: "oak",
      brandName: "Oak",
      isActive,
      brandColour: "#6e1f3e",
      brandLogo: null,
    };
    open();
    await screen.findByRole("heading", { name: /Oak House/ });
    const mark = screen.getByText("O", { selector: "[data-slot=hallmark]" });
    expect([mark.style.backgroundColor, mark.style.color]).toEqual([ground, letter]);
    expect(mark.dataset["hue"] === undefined).toBe(isActive);
  });

  test("has a banner with the picture and colours of its open portal", async () => {
    const css = ":root{--deep:light-dark(#381a22,#2a1218);--deep-accent:light-dark(#c28,#c28);}";
    oak.banner = { css, picture: "nave", pictureUrl: null, pictureScrim: null };
    open();
    await screen.findByRole("heading", { name: /Oak House/ });
    const banner = document.querySelector<HTMLElement>("[data-slot=affiliation-banner]");
    expect(banner?.style.getPropertyValue("--deep")).toBe("light-dark(#381a22,#2a1218)");
    const picture = banner?.querySelector<HTMLElement>("[data-slot=engraving]");
    expect(picture?.style.maskImage).toContain("nave");
  });

  test("has the main site's banner without an open portal", async () => {
    open();
    await screen.findByRole("heading", { name: /Oak House/ });
    expect(document.querySelector("[data-slot=affiliation-banner]")).toBeNull();
    expect(document.querySelector("[data-slot=engraving]")).not.toBeNull();
  });

  test("shows a visitor of a private affiliation only the notice and the sign-in", async () => {
    document.cookie = "csst_present=; max-age=0";
    const code = "affiliation-private";
    server.use(
      http.get("/api/affiliations/:id", () =>
        HttpResponse.json(
          {
            ...affiliationRefusal(403, "You don't have permission to view this affiliation"),
            code,
          },
          { status: 403 },
        ),
      ),
    );
    const { member, path } = openPage("/affiliation/oak-house", (app) =>
      siteRoutes(app, { open: affiliationPageRoutes(app.cache), member: [] }),
    );
    expect(
      await screen.findByRole("heading", { name: "Private Affiliation", level: 1 }),
    ).toBeTruthy();
    expect(screen.queryByText("Oak House")).toBeNull();
    await member.click(within(screen.getByRole("main")).getByRole("link", { name: "Sign in" }));
    expect(await screen.findByLabelText("Email")).toBeTruthy();
    expect(path()).toBe("/login");
    expect(sessionStorage.getItem("guildhall.return-path")).toContain("/affiliation/oak-house");
  });

  test.each([
    [1, "1 member"],
    [12, "12 members"],
  ])("shows that it has %s", async (memberCount, words) => {
    oak = { ...oak, memberCount };
    open();
    await screen.findByRole("heading", { name: /Oak House/ });
    const count = screen.getByText(String(memberCount), { selector: "strong" });
    expect(count.parentElement?.textContent).toBe(words);
  });

  test("shows its short address only if it has a path", async () => {
    open();
    const words = "localhost:3000/affiliation/oak-house";
    const address = await screen.findByRole("link", { name: words });
    expect(address.getAttribute("href")).toBe("/affiliation/oak-house");
    cleanup();
    oak.urlPath = null;
    openPage("/affiliation/oak", (app) => affiliationPageRoutes(app.cache));
    await screen.findByRole("heading", { name: /Oak House/ });
    expect(screen.queryByRole("link", { name: /localhost:3000/ })).toBeNull();
  });

  test("links from its portal to its address on the main site", async () => {
    openPage("/affiliation/oak-house", (app) => affiliationPageRoutes(app.cache), {
      portal: buildPortal,
      mode: "whitelabel",
    });
    const address = await screen.findByRole("link", { name: /affiliation\/oak-house$/ });
    expect(address.getAttribute("href")).toBe("http://localhost:3000/affiliation/oak-house");
  });

  describe("the address of its portal", () => {
    const config = { subdomain: "oak", brandName: "Oak", brandColour: null, brandLogo: null };
    const portalFact = () => screen.queryByRole("link", { name: "oak.halls.example" });

    beforeEach(() => {
      oak.subdomainConfig = { ...config, isActive: true };
      const looks = { initial: "O", markUrl: null, headings: "plain", css: "" };
      const site = { affiliationId: "oak", affiliationName: "Oak House", looks };
      const url = "https://oak.halls.example";
      server.use(
        http.get("/api/transfer/targets", () =>
          HttpResponse.json({ items: [{ ...config, ...site, url }] }),
        ),
      );
    });

    test("is shown to those who may open it", async () => {
      open();
      const address = await screen.findByRole("link", { name: "oak.halls.example" });
      expect(address.getAttribute("href")).toBe("https://oak.halls.example");
    });

    test.each([
      ["while it is closed", () => (oak.subdomainConfig = { ...config, isActive: false })],
      ["to those who do not belong", () => (oak = { ...oak, viewer: affiliation().viewer })],
    ])("is not shown to %s", async (_, change) => {
      change();
      open();
      await screen.findByRole("heading", { name: "Quick Facts" });
      await screen.findAllByRole("button", { name: "Share" });
      expect(portalFact()).toBeNull();
    });

    test("is not shown on the portal", async () => {
      openPage("/affiliation/oak-house", (app) => affiliationPageRoutes(app.cache), {
        portal: buildPortal,
        mode: "whitelabel",
      });
      await screen.findByRole("heading", { name: "Quick Facts" });
      expect(portalFact()).toBeNull();
    });
  });

  test.each(["owner", "admin", "reviewer", "brand-editor", "support"] as const)(
    "links a viewer with the role %s to the admin area",
    async (role) => {
      oak = affiliation(roleHolder(role));
      open();
      const way = await screen.findByRole("link", { name: "Manage" });
      expect(way.getAttribute("href")).toBe("/affiliation/oak-house/manage");
      expect(screen.queryByRole("link", { name: "Requests" })).toBeNull();
    },
  );

  test("shows that link to no one else", async () => {
    open();
    await membership();
    expect(screen.queryByRole("link", { name: "Manage" })).toBeNull();
  });

  test("links its reviewers to the applications on the portal", async () => {
    oak = affiliation(roleHolder("reviewer"));
    openPage("/affiliation/oak-house", (app) => affiliationPageRoutes(app.cache), {
      portal: buildPortal,
      mode: "whitelabel",
    });
    const way = await screen.findByRole("link", { name: "Requests" });
    expect(way.getAttribute("href")).toBe("/affiliation/oak-house/requests");
    expect(screen.getByRole("link", { name: "Manage" })).toBeTruthy();
  });

  test("names it before its buttons", async () => {
    open();
    const name = await screen.findByRole("heading", { name: /Oak House/ });
    const order = name.compareDocumentPosition(await membership());
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test("lists the visible communities and the latest Insight", async () => {
    oak.communities = [
      { id: "c1", name: "General", memberCount: 12, visibility: "affiliations" },
      { id: "c2", name: "Orchard", memberCount: 1, visibility: "public" },
    ];
    const insight = {
      id: "a1",
      title: "Grafting in March",
      excerpt: "A clean cut and a warm week.",
      authorName: "Ling Zhao",
      publishedAt: "2026-11-20T10:00:00Z",
    };
    server.use(http.get("/api/affiliations/oak/insight", () => HttpResponse.json({ insight })));
    open();
    const communities = within(await screen.findByRole("region", { name: "Communities" }));
    expect(communities.getByRole("link", { name: "General" }).getAttribute("href")).toBe(
      "/communities/c1",
    );
    expect(communities.getByText("1 member")).toBeTruthy();
    const shown = within(await screen.findByRole("region", { name: "Latest Insight" }));
    expect(shown.getByRole("link", { name: "Grafting in March" }).getAttribute("href")).toBe(
      "/articles/a1",
    );
    expect(shown.getByText("Ling Zhao")).toBeTruthy();
  });

  test("reports that it was deleted while its menu was open", async () => {
    const code = "affiliation-not-found";
    server.use(
      http.put("/api/affiliations/oak/visibility", () =>
        HttpResponse.json(
          { ...affiliationRefusal(404, "Affiliation not found"), code },
          { status: 404 },
        ),
      ),
    );
    const { member } = open();
    await member.click(await membership());
    await member.click(await item("Hide from Profile"));
    expect(await screen.findByText("This affiliation no longer exists")).toBeTruthy();
  });

  describe("that disappears while it is open", () => {
    const removed = () =>
      server.use(
        http.get("/api/affiliations/:id", () =>
          HttpResponse.json(affiliationRefusal(404, "Affiliation not found"), { status: 404 }),
        ),
      );
    const show = () =>
      openPage("/affiliation/oak-house", (app) => [
        ...affiliationPageRoutes(app.cache),
        { path: "network", element: <h1>Network</h1> },
      ]);

    test("leads to the network with a message", async () => {
      const { app, path } = show();
      await membership();
      removed();
      await app.cache.invalidateQueries({ queryKey: keys.openAffiliations });
      expect(
        await screen.findByText("This affiliation no longer exists or has been removed"),
      ).toBeTruthy();
      await waitFor(() => expect(path()).toBe("/network"));
    });

    test("moves to its new address if only that changed", async () => {
      const { app, path } = show();
      await membership();
      oak = { ...oak, urlPath: "oak-trees" };
      server.use(
        http.get("/api/affiliations/oak-house", () =>
          HttpResponse.json(affiliationRefusal(404, "Affiliation not found"), { status: 404 }),
        ),
      );
      await app.cache.invalidateQueries({ queryKey: keys.openAffiliations });
      await waitFor(() => expect(path()).toBe("/affiliation/oak-trees"));
    });
  });

  test("has neither section if there is nothing to show", async () => {
    oak.communities = [];
    open();
    await membership();
    expect(screen.queryByRole("region", { name: "Communities" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Latest Insight" })).toBeNull();
  });

  test("offers the portal to members only", async () => {
    oak = { ...oak, viewer: { ...oak.viewer, isMember: false, isPublic: null } };
    open();
    expect(await screen.findByRole("heading", { name: /Oak House/ })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Member/ })).toBeNull();
  });
});

test("a visitor is asked to sign up", async () => {
  document.cookie = "csst_present=; max-age=0";
  oak = { ...oak, viewer: { ...oak.viewer, isMember: false, isPublic: null } };
  open();
  const way = await screen.findByRole("link", { name: "Sign up to Join" });
  expect(way.getAttribute("href")).toBe("/login");
});

describe("a non-member", () => {
  const outside = (viewer: Partial<Affiliation["viewer"]>, isPrivate = false) => {
    const stands = { ...oak.viewer, isMember: false, isPublic: null, ...viewer };
    oak = { ...oak, isPrivate, viewer: stands };
  };

  test("gets a link to the application if they may apply", async () => {
    outside({ mayApply: true });
    open();
    const way = await screen.findByRole("link", { name: "Request to Join" });
    expect(way.getAttribute("href")).toBe("/affiliation/oak-house/apply");
  });

  test("sees their pending request, and an error if it can no longer be withdrawn", async () => {
    outside({ requestPending: true });
    server.use(
      http.get("/api/affiliation-requests", () =>
        HttpResponse.json(singlePage([affiliationRequest("r1")])),
      ),
      http.delete("/api/affiliation-requests/r1", () =>
        HttpResponse.json(affiliationRefusal(404, "Affiliation request not found"), {
          status: 404,
        }),
      ),
    );
    const { member } = open();
    const pending = await screen.findByRole<HTMLButtonElement>("button", {
      name: "Request Pending",
    });
    expect(pending.disabled).toBe(true);
    await member.click(await button("Withdraw the request to join Oak House"));
    await member.click(await button("Withdraw"));
    expect(await screen.findByText("Affiliation request not found")).toBeTruthy();
  });

  test("sees the reason of a rejection even if they may not apply again", async () => {
    outside({}, true);
    const rejectionReason = "Not in the register";
    const declined = affiliationRequest("r1", { status: "rejected", rejectionReason });
    server.use(
      http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage([declined]))),
    );
    open();
    expect(await screen.findByText(rejectionReason)).toBeTruthy();
    expect(screen.getByText("Invite Only")).toBeTruthy();
    expect(screen.queryByText("You may ask again.")).toBeNull();
  });

  test("does not see the members of a private affiliation", async () => {
    outside({}, true);
    open();
    expect(await screen.findByText("Invite Only")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Members" })).toBeNull();
  });

  test("does not see the members on a portal", async () => {
    outside({ mayApply: true });
    openPage("/affiliation/oak-house", (app) => affiliationPageRoutes(app.cache), {
      portal: buildPortal,
      mode: "whitelabel",
    });
    expect(await screen.findByRole("link", { name: "Request to Join" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Members" })).toBeNull();
  });
});
