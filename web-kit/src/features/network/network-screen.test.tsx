import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { DirectoryEntry } from "../../api/types.ts";
import { person } from "../../testing/hall.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { aMember } from "../../testing/people.ts";
import { filterOf, searchOf } from "./filter.ts";
import { networkRoutes } from "./routes.tsx";

servePages();

function entry(userId: string, name: string): DirectoryEntry {
  return {
    ...person(userId, name),
    jobTitle: "Engineer",
    location: "Leeds",
    followersCount: 1,
    joinedDate: "2026-01-01T00:00:00Z",
    isFollowing: false,
    isSelf: false,
  };
}

const asked: string[] = [];
let people: DirectoryEntry[];

beforeEach(() => {
  asked.length = 0;
  people = [entry("kwame", "Kwame Boateng"), { ...entry("nadia", "Nadia Rahman"), isSelf: true }];
  server.use(
    http.get("/api/me", () => HttpResponse.json(aMember())),
    http.get("/api/directory", ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      if (searchParams.get("q") === "nobody") {
        return HttpResponse.json({ items: [], nextCursor: null });
      }
      const more = searchParams.get("cursor") === "next";
      return HttpResponse.json({
        items: more ? [entry("ling", "Ling Zhao")] : people,
        nextCursor: more ? null : "next",
      });
    }),
  );
});

test("members are listed and more of them are fetched", async () => {
  const { member } = openPage("/network", networkRoutes);
  expect(await screen.findByRole("link", { name: "Kwame Boateng" })).toBeDefined();
  expect(screen.getByText("You")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Follow Nadia Rahman" })).toBeNull();
  await member.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("link", { name: "Ling Zhao" })).toBeDefined();
});

test("words and filters narrow the list and can be cleared", async () => {
  const { member } = openPage("/network", networkRoutes);
  const words = await screen.findByRole("searchbox", { name: "Search" });
  await member.type(words, "nobody");
  expect(await screen.findByRole("heading", { name: "Nobody found" })).toBeDefined();
  expect(document.activeElement).toBe(words);
  await member.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByRole("link", { name: "Kwame Boateng" })).toBeDefined();
  expect(words).toHaveProperty("value", "");
  await member.selectOptions(screen.getByRole("combobox", { name: "Industry" }), "engineer");
  await member.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "followersDesc");
  await waitFor(() => expect(asked.at(-1)).toContain("industry=engineer&sort=followersDesc"));
});

test("a network without anybody says so", async () => {
  people = [];
  server.use(http.get("/api/directory", () => HttpResponse.json({ items: [], nextCursor: null })));
  openPage("/network", networkRoutes);
  expect(await screen.findByRole("heading", { name: "Nobody here yet" })).toBeDefined();
});

test("a list that cannot be loaded can be asked for again", async () => {
  server.use(
    http.get("/api/directory", () => HttpResponse.json({ detail: "no" }, { status: 500 }), {
      once: true,
    }),
  );
  const { member } = openPage("/network", networkRoutes);
  expect(await screen.findByText("Failed to load members. Please try again.")).toBeDefined();
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("link", { name: "Kwame Boateng" })).toBeDefined();
});

test("somebody is followed from the list, and a refusal is told", async () => {
  server.use(
    http.put("/api/users/kwame/follow", () =>
      HttpResponse.json({ code: "rate-limited", detail: "Rate limit exceeded." }, { status: 429 }),
    ),
  );
  const { member } = openPage("/network", networkRoutes);
  await member.click(await screen.findByRole("button", { name: "Follow Kwame Boateng" }));
  expect(await screen.findByText("Rate limit exceeded.")).toBeDefined();
});

test("the address names the filter, and only what is not usual", () => {
  const usual = filterOf(new URLSearchParams());
  expect(searchOf(usual).toString()).toBe("");
  const filter = { ...usual, q: "ada", sort: "recent" as const, includePrivate: true };
  expect(filterOf(searchOf(filter))).toEqual(filter);
  expect(filterOf(new URLSearchParams("sort=nonsense")).sort).toBe("nameAsc");
});
