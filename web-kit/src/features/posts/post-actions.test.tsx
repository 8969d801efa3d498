import { screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Post } from "../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { adminOf, community, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { drafts, editKey } from "./drafts.ts";

servePages();

const me = buildMember({ id: "nadia" });
const bridges = (viewer = community("x").viewer) => community("bridges", { viewer });
const mine = post("aa", { authorId: "nadia", content: "Use **two** gauges" });
const theirs = post("bb", { content: "Second words", created: "2026-11-20T10:05:00Z" });
const gone = (changes: object = {}) => ({
  id: "aa",
  postId: "aa",
  communityId: "bridges",
  threadId: "cable",
  removed: "deleted",
  isTombstone: false,
  numposts: 1,
  ...changes,
});

let world: CommunityFixture;
let posts: Post[];
let told: unknown[];

beforeEach(() => {
  drafts.write(editKey(mine), { text: "", replyTo: null });
  world = communityFixture(me, bridges());
  world.threads = [thread("cable")];
  posts = [mine, theirs];
  told = [];
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(world.threads[0])),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: posts, nextCursor: null }),
    ),
  );
});

const OWN = "Actions for your post";
const THEIRS = "Actions for the post of Kwame Boateng";

async function openMenu(name: string) {
  const opened = openPage("/communities/bridges/threads/cable", ({ cache }) =>
    communitiesRoutes(cache),
  );
  await opened.member.click(await screen.findByRole("button", { name }));
  await screen.findByRole("menu");
  return opened;
}

async function choose(menu: string, item: string) {
  const opened = await openMenu(menu);
  await opened.member.click(screen.getByRole("menuitem", { name: item }));
  return opened;
}

const offered = () => screen.getAllByRole("menuitem").map((item) => item.textContent);

describe("the menu of a post", () => {
  test("lets its author edit and delete it", async () => {
    await openMenu(OWN);
    expect(offered()).toEqual(["Edit", "Copy link", "Delete"]);
  });

  test("lets others report it", async () => {
    await openMenu(THEIRS);
    expect(offered()).toEqual(["Copy link", "Mark unread from here", "Report"]);
  });

  test("offers to message its author on a site with messages", async () => {
    const { member } = openPage("/communities/bridges/threads/cable", ({ cache }) => [
      ...communitiesRoutes(cache),
      { path: "messages/:id", element: <h1>A conversation</h1> },
    ]);
    await member.click(await screen.findByRole("button", { name: THEIRS }));
    expect(offered()).toEqual(["Copy link", "Mark unread from here", "Message Kwame", "Report"]);
    await member.keyboard("{Escape}");
    await member.click(screen.getByRole("button", { name: OWN }));
    expect(offered()).toEqual(["Edit", "Copy link", "Delete"]);
  });

  test("lets moderators remove it", async () => {
    world.community = bridges(adminOf());
    await openMenu(THEIRS);
    expect(offered()).toEqual(["Copy link", "Mark unread from here", "Report", "Remove"]);
  });

  test("offers no changes without write access", async () => {
    const timeout = { endDate: "2099-01-01T00:00:00Z", reason: "" };
    world.community = bridges({ ...community("x").viewer, timeout });
    await openMenu(OWN);
    expect(offered()).toEqual(["Copy link"]);
  });

  test("is missing on a removed post", async () => {
    posts = [post("aa", { removed: "deleted", content: "", replyCount: 1 }), theirs];
    await openMenu(THEIRS);
    expect(screen.getAllByRole("button", { name: /^Actions for/ })).toHaveLength(1);
  });

  test("works with the keyboard without moving the feed", async () => {
    const { member } = openPage("/communities/bridges/threads/cable", ({ cache }) =>
      communitiesRoutes(cache),
    );
    const button = await screen.findByRole("button", { name: OWN });
    button.focus();
    await member.keyboard("{ArrowDown}");
    const menu = await screen.findByRole("menu");
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await member.keyboard("{ArrowDown}{ArrowDown}");
    const chosen = within(menu).getByRole("menuitem", { name: "Delete" });
    expect(document.activeElement).toBe(chosen);
    await member.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test("copies its link", async () => {
    await choose(THEIRS, "Copy link");
    expect(await screen.findByText("Link copied to clipboard.")).toBeDefined();
    const address = await navigator.clipboard.readText();
    expect(address).toMatch(/\/communities\/bridges\/threads\/cable#post-bb$/);
  });
});

describe("editing", () => {
  const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Edit your post" });
  const edit = async () => {
    const opened = await choose(OWN, "Edit");
    const area = await box();
    await waitFor(() => expect(document.activeElement).toBe(area));
    return { ...opened, area };
  };
  const saves = (answer: Partial<Post>, wait = 0) =>
    http.patch("/api/posts/aa", async ({ request }) => {
      told.push(await request.json());
      await delay(wait);
      const changed = { isEdited: true, editedAt: "2026-11-20T11:00:00Z", ...answer };
      return HttpResponse.json({ ...mine, ...changed });
    });

  test("starts with the stored text and shows the edit immediately", async () => {
    server.use(saves({ content: "Use **three** gauges" }, 200));
    const { member, area } = await edit();
    expect(area.value).toBe("Use **two** gauges");
    await member.clear(area);
    await member.type(area, "Use **three** gauges");
    await member.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("three")).toBeDefined();
    expect(screen.getByText("· edited")).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Edit your post" })).toBeNull();
    await waitFor(() => expect(told).toEqual([{ content: "Use **three** gauges" }]));
  });

  test("is closed with Escape while unchanged, and focuses the post", async () => {
    const { member } = await edit();
    await member.keyboard("{Escape}");
    expect(screen.queryByRole("textbox", { name: "Edit your post" })).toBeNull();
    expect(screen.getByText("two")).toBeDefined();
    expect(document.activeElement?.id).toBe("post-aa");
  });

  test("keeps typed text when Escape leaves it", async () => {
    const { member, area } = await edit();
    await member.type(area, " and more");
    await member.keyboard("{Escape}");
    expect(document.activeElement?.id).toBe("post-aa");
    expect(area.value).toBe("Use **two** gauges and more");
    await member.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("textbox", { name: "Edit your post" })).toBeNull();
  });

  test("is cancelled with the button, and saves nothing without changes", async () => {
    const { member } = await edit();
    await member.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("textbox", { name: "Edit your post" })).toBeNull();
    await member.click(screen.getByRole("button", { name: OWN }));
    await member.click(await screen.findByRole("menuitem", { name: "Edit" }));
    await box();
    await member.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.queryByRole("textbox", { name: "Edit your post" })).toBeNull();
    expect(screen.queryByText("· edited")).toBeNull();
  });

  test("has the limits and messages of new posts", async () => {
    const { member, area } = await edit();
    await member.clear(area);
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
    await member.click(area);
    await member.paste("a".repeat(300));
    await member.type(area, "b");
    const words = "Post exceeds maximum length of 300 characters";
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  });

  test("allows the length of a reply for replies", async () => {
    posts = [theirs, { ...mine, parentPostId: "bb" }];
    const { member, area } = await edit();
    await member.clear(area);
    await member.paste("a".repeat(301));
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", false);
    await member.paste("a".repeat(4699));
    await member.type(area, "b");
    expect(await screen.findByText("Message too long (max 5000 characters)")).toBeDefined();
  });

  test.each([
    [404, "post-not-found", "Post not found"],
    [403, "post-not-the-author", "You can only change your own posts"],
    [403, "community-timed-out", "You are currently timed out from this community"],
    [500, "internal", "Failed to update post"],
  ])("restores the old text when refused and keeps the edit: %i %s", async (...refusal) => {
    const [status, code, words] = refusal;
    server.use(http.patch("/api/posts/aa", () => refusalResponse(status, code, words)));
    const { member, area } = await edit();
    await member.clear(area);
    await member.type(area, "Other words");
    await member.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(words)).toBeDefined();
    expect((await box()).value).toBe("Other words");
    expect(screen.queryByText("· edited")).toBeNull();
    await member.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("two")).toBeDefined();
  });
});

describe("deleting", () => {
  const press = async () => {
    const opened = await choose(OWN, "Delete");
    const dialog = await screen.findByRole("dialog", { name: "Delete this post?" });
    await opened.member.click(within(dialog).getByRole("button", { name: "Delete" }));
    return dialog;
  };

  test("asks first and removes the post", async () => {
    server.use(http.delete("/api/posts/aa", () => HttpResponse.json(gone())));
    await press();
    expect(await screen.findByText("Post deleted")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("two")).toBeNull());
    expect(screen.getByText("Second words")).toBeDefined();
  });

  test("leaves a placeholder if it has replies", async () => {
    posts = [
      { ...mine, replyCount: 1 },
      { ...theirs, parentPostId: "aa" },
    ];
    server.use(http.delete("/api/posts/aa", () => HttpResponse.json(gone({ isTombstone: true }))));
    const dialog = await press();
    expect(within(dialog).getByText(/its replies stay/)).toBeDefined();
    expect(await screen.findByText("This post was deleted by its author.")).toBeDefined();
    expect(screen.getByText("Second words")).toBeDefined();
    expect(screen.getByRole("article", { name: "A deleted post" })).toBeDefined();
    expect(screen.queryByText("Former member")).toBeNull();
  });

  test.each(["deleted", "removed"] as const)(
    "is named in a reply further down: %s",
    async (how) => {
      const between = post("ab", { content: "Another matter", created: "2026-11-20T10:01:00Z" });
      posts = [
        post("aa", { removed: how, content: "", replyCount: 1 }),
        between,
        { ...theirs, parentPostId: "aa" },
      ];
      openPage("/communities/bridges/threads/cable", ({ cache }) => communitiesRoutes(cache));
      expect(await screen.findByText(`In reply to a ${how} post`)).toBeDefined();
    },
  );

  test.each([
    [404, "post-not-found", "Post not found"],
    [500, "internal", "Failed to delete post"],
  ])("shows the error in the dialog: %i %s", async (status, code, words) => {
    server.use(http.delete("/api/posts/aa", () => refusalResponse(status, code, words)));
    const dialog = await press();
    expect(await within(dialog).findByText(words)).toBeDefined();
  });
});

describe("removing", () => {
  const ask = async () => {
    world.community = bridges(adminOf());
    const opened = await choose(THEIRS, "Remove");
    const dialog = await screen.findByRole("dialog", { name: "Remove this post?" });
    const press = () => opened.member.click(within(dialog).getByRole("button", { name: "Remove" }));
    return { ...opened, dialog, press, reason: within(dialog).getByLabelText("Reason") };
  };

  test("requires a reason of at most 500 characters", async () => {
    const { member, dialog, press, reason } = await ask();
    await press();
    expect(await within(dialog).findByText("Input is required")).toBeDefined();
    await member.click(reason);
    await member.paste("a".repeat(501));
    const words = "Content exceeds maximum length of 500 characters";
    expect(await within(dialog).findByText(words)).toBeDefined();
  });

  test("removes the post", async () => {
    server.use(
      http.post("/api/posts/bb/removal", async ({ request }) => {
        told.push(await request.json());
        return HttpResponse.json(gone({ id: "bb", postId: "bb", removed: "removed" }));
      }),
    );
    const { member, press, reason } = await ask();
    await member.type(reason, " Not about bridges ");
    await press();
    expect(await screen.findByText("This post has been removed")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Second words")).toBeNull());
    expect(told).toEqual([{ reason: "Not about bridges" }]);
  });

  test.each([
    [403, "admin-privileges-required", "Admin privileges required"],
    [500, "internal", "Failed to delete post"],
  ])("shows the error in the dialog: %i %s", async (status, code, words) => {
    server.use(http.post("/api/posts/bb/removal", () => refusalResponse(status, code, words)));
    const { member, dialog, press, reason } = await ask();
    await member.type(reason, "Not about bridges");
    await press();
    expect(await within(dialog).findByText(words)).toBeDefined();
  });
});

describe("reporting", () => {
  const ask = async () => {
    const opened = await choose(THEIRS, "Report");
    const dialog = await screen.findByRole("dialog", { name: "Report this post?" });
    const press = () => opened.member.click(within(dialog).getByRole("button", { name: "Report" }));
    return { ...opened, dialog, press, reason: within(dialog).getByLabelText("Reason") };
  };

  test("requires a reason and sends it once despite retries", async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post("/api/posts/bb/reports", async ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        told.push(await request.json());
        if (keys.length === 1) return refusalResponse(500, "internal", "Failed to send report");
        const sent = { id: "r", communityId: "bridges", subjectId: "bb", status: "open" };
        return HttpResponse.json({ ...sent, reason: "Rude" }, { status: 201 });
      }),
    );
    const { member, dialog, press, reason } = await ask();
    await press();
    expect(await within(dialog).findByText("Input is required")).toBeDefined();
    await member.type(reason, "Rude");
    await press();
    expect(await within(dialog).findByText("Failed to send report")).toBeDefined();
    await press();
    expect(await screen.findByText("Report sent")).toBeDefined();
    expect(told).toEqual([{ reason: "Rude" }, { reason: "Rude" }]);
    expect(keys[0]).not.toBeNull();
    expect(keys[1]).toBe(keys[0]);
    expect(screen.getByText("Second words")).toBeDefined();
  });

  test.each([
    [409, "report-already-made", "You have already reported this"],
    [404, "post-not-found", "Post not found"],
  ])("shows the server's message on refusal: %i %s", async (status, code, words) => {
    server.use(http.post("/api/posts/bb/reports", () => refusalResponse(status, code, words)));
    const { member, dialog, press, reason } = await ask();
    await member.type(reason, "Rude");
    await press();
    expect(await within(dialog).findByText(words)).toBeDefined();
  });

  test("shows the server's error of the reason at its field", async () => {
    const words = "Content contains potentially harmful code";
    const errors = [{ field: "reason", code: "harmful", message: words }];
    server.use(
      http.post("/api/posts/bb/reports", () =>
        HttpResponse.json({ status: 422, code: "content", detail: words, errors }, { status: 422 }),
      ),
    );
    const { member, dialog, press, reason } = await ask();
    await member.type(reason, "Rude");
    await press();
    expect(await within(dialog).findByText(words)).toBeDefined();
    expect(reason.getAttribute("aria-invalid")).toBe("true");
  });
});
