import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { siteRoutes } from "../../routes/site-routes.tsx";
import type { App } from "../../shell/app.ts";
import { refusalResponse } from "../../testing/community-server.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { wholeText } from "../../testing/whole-text.ts";

servePages();

const routes = (app: App) => siteRoutes(app, { open: [], member: [] });
const sharedArticle = {
  id: "piers",
  canonicalUrl: "http://ashcombe.example/shared/piers",
  path: "/articles/piers",
};
const words = {
  title: "On piers",
  description: "Of stone",
  html: "<p>Of stone.</p>",
  authorName: "Kwame Boateng",
  communityName: "Bridges",
  created: "2026-11-20T10:00:00Z",
  lastUpdated: "2026-11-20T10:00:00Z",
};

function serve(answer: object) {
  server.use(http.get("/api/shared/piers", () => HttpResponse.json(answer)));
}

// The viewer is a visitor.
beforeEach(() => {
  document.cookie = "csst_present=; max-age=0";
});

describe("an article for the public", () => {
  test("is shown completely to a visitor with its canonical address", async () => {
    serve({ ...sharedArticle, ...words });
    openPage("/shared/piers", routes);
    expect(await screen.findByRole("heading", { name: "On piers", level: 1 })).toBeDefined();
    expect(screen.getByText("Of stone.")).toBeDefined();
    expect(screen.getByText("Bridges")).toBeDefined();
    const canonical = document.querySelector('link[rel="canonical"]');
    expect(canonical?.getAttribute("href")).toBe(sharedArticle.canonicalUrl);
    expect(screen.getByRole("link", { name: "ashcombe.example" }).getAttribute("href")).toBe(
      sharedArticle.canonicalUrl,
    );
  });

  test("names its community only if that is public", async () => {
    serve({ ...sharedArticle, ...words, communityName: null });
    openPage("/shared/piers", routes);
    const author = await screen.findByText(wholeText(/^Kwame Boateng./));
    expect(author.textContent).toBe("Kwame Boateng20 November 2026");
  });

  test("leads commenters to the sign-in and back", async () => {
    serve({ ...sharedArticle, ...words, canonicalUrl: `${location.origin}/shared/piers` });
    const { member, path } = openPage("/shared/piers", routes);
    expect(screen.queryByText(/Published on/)).toBeNull();
    await member.click(await screen.findByRole("link", { name: "Sign in to comment" }));
    expect(await screen.findByLabelText("Email")).toBeDefined();
    expect(path()).toBe("/login");
    expect(sessionStorage.getItem("guildhall.return-path")).toContain("/articles/piers");
  });

  test("reveals nothing about a private Insight and links to the sign-in", async () => {
    server.use(
      http.get("/api/shared/piers", () =>
        refusalResponse(404, "article-not-found", "Article not found"),
      ),
    );
    openPage("/shared/piers", routes);
    expect(
      await screen.findByRole("heading", { name: "This Insight is not public" }),
    ).toBeDefined();
    const way = screen.getByRole("link", { name: "Sign in to read" });
    expect(way.getAttribute("href")).toBe("/articles/piers");
    expect(screen.queryByText("On piers")).toBeNull();
  });

  test("can be reloaded after a failure", async () => {
    server.use(http.get("/api/shared/piers", () => refusalResponse(500, "internal", "")));
    const { member } = openPage("/shared/piers", routes);
    expect(await screen.findByText("Failed to load articles. Please try again.")).toBeDefined();
    serve({ ...sharedArticle, ...words });
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { name: "On piers" })).toBeDefined();
  });
});
