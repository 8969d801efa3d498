import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { LikeCount } from "./like-count.tsx";

servePages();

const liked = (userId: string, name: string) => ({
  person: person(userId, name),
  at: "2026-11-20T10:00:00Z",
});

beforeEach(() => {
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/posts/p1/likes", ({ request }) => {
      const more = new URL(request.url).searchParams.get("cursor") === "next";
      return HttpResponse.json({
        items: more
          ? [liked("ling", "Ling Zhao"), liked("gone", "Former member")]
          : [liked("kwame", "Kwame Boateng")],
        nextCursor: more ? null : "next",
      });
    }),
  );
});

const open = () =>
  openPage("/", () => [
    {
      path: "/",
      element: (
        <LikeCount subject={{ kind: "post", id: "p1" }} likes={3} count="3">
          3
        </LikeCount>
      ),
    },
    { path: "/profile/:id", element: <h1>A profile</h1> },
  ]);

const press = async ({ member }: ReturnType<typeof open>) => {
  await member.click(await screen.findByRole("button", { name: "3 likes: show who liked this" }));
  return within(await screen.findByRole("dialog", { name: "Who liked this" }));
};

test("the count opens the list of who liked a post, page by page", async () => {
  const page = open();
  const dialog = await press(page);
  expect(await dialog.findByRole("link", { name: /Kwame Boateng/ })).toBeDefined();
  expect(dialog.queryByText("Ling Zhao")).toBeNull();
  await page.member.click(dialog.getByRole("button", { name: "Show more" }));
  expect(await dialog.findByRole("link", { name: /Ling Zhao/ })).toBeDefined();
  // A deleted account has no profile.
  expect(dialog.getByText("Former member").closest("a")).toBeNull();
  expect(dialog.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a row opens the profile", async () => {
  const page = open();
  const dialog = await press(page);
  await page.member.click(await dialog.findByRole("link", { name: /Kwame Boateng/ }));
  expect(page.path()).toBe("/profile/kwame");
});

test("an empty list and a failure are explained", async () => {
  const failure = { status: 500, code: "internal", detail: "An error occurred." };
  server.use(
    http.get("/api/posts/p1/likes", () => HttpResponse.json(failure, { status: 500 }), {
      once: true,
    }),
    http.get("/api/posts/p1/likes", () => HttpResponse.json({ items: [], nextCursor: null })),
  );
  const page = open();
  const dialog = await press(page);
  await page.member.click(await dialog.findByRole("button", { name: "Try Again" }));
  expect(await dialog.findByText("No likes that you can see.")).toBeDefined();
});
