import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Post } from "../../api/types.ts";
import {
  type CommunityFixture,
  communityFixture,
  serveCommunity,
} from "../../testing/community-server.ts";
import { community, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { draftKey, drafts } from "./drafts.ts";
import { POST_MAX, POST_TOO_LONG } from "./rules.ts";

servePages();

const me = buildMember({ id: "nadia" });
const place = draftKey(me.id, "cable");
const words = post("aa", { content: "Use **two** gauges" });
const image = { id: "i1", url: "/media/i1.jpg", width: 640, height: 480, alt: null };
let world: CommunityFixture;
let posts: Post[];
let posted: unknown[];

beforeEach(() => {
  drafts.write(place, { text: "", replyTo: null });
  world = communityFixture(me, community("bridges"));
  world.threads = [thread("cable")];
  posts = [words];
  posted = [];
  Object.assign(URL, { createObjectURL: () => "blob:shown", revokeObjectURL: vi.fn() });
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/threads/:threadId", () => HttpResponse.json(world.threads[0])),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: posts, nextCursor: null }),
    ),
    http.post("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
      posted.push(await request.json());
      return HttpResponse.json(post("bb", { authorId: "nadia" }), { status: 201 });
    }),
    http.post("/api/communities/bridges/images", () => HttpResponse.json(image, { status: 201 })),
  );
});

const open = () =>
  openPage("/communities/bridges/threads/cable", ({ cache }) => communitiesRoutes(cache));
const box = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Write a post" });
const button = (name: string) => screen.getByRole("button", { name });

describe("the toolbar", () => {
  test("formats the selection, keeps it selected, and takes the format back", async () => {
    const { member } = open();
    const area = await box();
    await member.type(area, "one two");
    area.setSelectionRange(4, 7);
    await member.click(button("Bold"));
    expect(area.value).toBe("one **two**");
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("two");
    expect(document.activeElement).toBe(area);
    await member.click(button("Bold"));
    expect(area.value).toBe("one two");
  });

  test.each([
    ["Italic", "_a_"],
    ["Code", "`a`"],
    ["List", "- a"],
    ["Numbered list", "1. a"],
    ["Quote", "> a"],
    ["Link", "[a](https://)"],
  ])("has a button for each format: %s", async (name, text) => {
    const { member } = open();
    const area = await box();
    await member.type(area, "a");
    area.setSelectionRange(0, 1);
    const toolbar = screen.getByRole("toolbar", { name: "Formatting" });
    await member.click(within(toolbar).getByRole("button", { name }));
    expect(area.value).toBe(text);
  });

  test("is one tab stop, within which arrow keys move", async () => {
    const { member } = open();
    await member.click(await box());
    await member.tab();
    expect(document.activeElement).toBe(button("Bold"));
    await member.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(button("Italic"));
    await member.keyboard("{End}{ArrowRight}");
    expect(document.activeElement).toBe(button("Code"));
    await member.tab();
    expect(document.activeElement).toBe(button("Add pictures"));
    await member.tab({ shift: true });
    expect(document.activeElement).toBe(button("Code"));
  });
});

describe("keys", () => {
  test.each([
    ["b", "**a**"],
    ["i", "_a_"],
    ["e", "`a`"],
    ["k", "[a](https://)"],
  ])("Ctrl+%s formats the selection", async (letter, text) => {
    const { member } = open();
    const area = await box();
    await member.type(area, "a");
    area.setSelectionRange(0, 1);
    await member.keyboard(`{Control>}${letter}{/Control}`);
    expect(area.value).toBe(text);
    // Ctrl+K opens the search elsewhere.
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("Enter continues a list, an empty item ends it, and Ctrl+Enter sends", async () => {
    const { member } = open();
    const area = await box();
    await member.type(area, "- a{Enter}b{Enter}{Enter}done{Enter}1. c{Enter}d");
    expect(area.value).toBe("- a\n- b\ndone\n1. c\n2. d");
    await member.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(posted).toEqual([{ content: "- a\n- b\ndone\n1. c\n2. d" }]));
  });
});

describe("a paste", () => {
  test("beyond the limit is cut once, says so, and can be taken back", async () => {
    const { member } = open();
    const area = await box();
    await member.type(area, "Look: ");
    const write = vi.spyOn(drafts, "write");
    await member.paste("word ".repeat(200_000));
    expect(area.value).toHaveLength(POST_MAX);
    // Nothing but the cut text was ever written, counted or laid out.
    expect(write.mock.calls.map(([, { text }]) => text.length)).toEqual([POST_MAX]);
    const notice = await screen.findByText("The text was cut at 300 characters.");
    expect(notice.closest('[role="status"]')).not.toBeNull();
    expect(screen.queryByText(POST_TOO_LONG)).toBeNull();
    await member.click(button("Undo"));
    expect(area.value).toBe("Look: ");
    expect(screen.queryByText("The text was cut at 300 characters.")).toBeNull();
  });

  test("that fits is not cut, and typing ends the notice", async () => {
    const { member } = open();
    const area = await box();
    await member.click(area);
    await member.paste("a".repeat(POST_MAX));
    expect(screen.queryByText("The text was cut at 300 characters.")).toBeNull();
    await member.paste("b");
    expect(area.value).toHaveLength(POST_MAX);
    await member.keyboard("{Backspace}");
    expect(screen.queryByText("The text was cut at 300 characters.")).toBeNull();
  });
});

describe("a post without text", () => {
  const file = () => new File([new Uint8Array(12)], "crane.png", { type: "image/png" });

  test("is sent once it has a picture", async () => {
    const { member } = open();
    expect(await screen.findByRole("button", { name: "Post" })).toHaveProperty("disabled", true);
    await member.upload(await screen.findByLabelText("Picture files"), file());
    await waitFor(() => expect(button("Post")).toHaveProperty("disabled", false));
    await member.click(button("Post"));
    await waitFor(() => expect(posted).toEqual([{ content: "", imageIds: ["i1"] }]));
  });

  test("can be edited without text", async () => {
    posts = [post("pp", { authorId: "nadia", content: "", images: [image] })];
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Actions for your post" }));
    await member.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const area = await screen.findByRole("textbox", { name: "Edit your post" });
    expect(button("Save")).toHaveProperty("disabled", false);
    await member.type(area, "a");
    expect(button("Save")).toHaveProperty("disabled", false);
  });
});

describe("quoting", () => {
  const source = `> [Kwame Boateng](${location.origin}/communities/bridges/threads/cable#post-aa):`;

  beforeEach(() => {
    // jsdom lays nothing out.
    Range.prototype.getBoundingClientRect = () => new DOMRect(100, 100, 40, 20);
  });
  afterEach(() => Reflect.deleteProperty(Range.prototype, "getBoundingClientRect"));

  function select(element: Element) {
    getSelection()?.selectAllChildren(element);
    fireEvent(document, new Event("selectionchange"));
  }

  test("a selected part of a post adds a quotation with its source", async () => {
    const { member } = open();
    select(await screen.findByText("two"));
    await member.click(await screen.findByRole("button", { name: "Quote the selection" }));
    const area = await box();
    expect(area.value).toBe(`${source}\n> two\n`);
    expect(document.activeElement).toBe(area);
    expect(drafts.read(place).replyTo).toBeNull();
    expect(screen.queryByRole("button", { name: "Quote the selection" })).toBeNull();
  });

  test("keeps the reply that is being written", async () => {
    const replyTo = { parentPostId: "aa", name: "Kwame Boateng" };
    drafts.write(place, { text: "Hello", replyTo });
    const { member } = open();
    select(await screen.findByText("two"));
    await member.click(await screen.findByRole("button", { name: "Quote the selection" }));
    expect(drafts.read(place)).toMatchObject({ text: `Hello\n${source}\n> two\n`, replyTo });
  });

  test("is not offered for text outside of posts", async () => {
    open();
    select(await screen.findByText("two"));
    expect(await screen.findByRole("button", { name: "Quote the selection" })).toBeDefined();
    select(screen.getByText("Reply"));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Quote the selection" })).toBeNull(),
    );
  });
});

describe("the versions of an edited post", () => {
  const edited = post("aa", { content: "Use three gauges", isEdited: true });
  const revisions = "/api/communities/bridges/threads/cable/posts/aa/revisions";
  const show = async () => {
    posts = [edited];
    const opened = open();
    await opened.member.click(
      await screen.findByRole("button", { name: "Edited: show the versions" }),
    );
    return opened;
  };

  test("are listed with their differences", async () => {
    server.use(
      http.get(revisions, () =>
        HttpResponse.json({
          items: [
            { content: "Use three gauges", created: "2026-11-20T11:00:00Z" },
            { content: "Use two gauges", created: "2026-11-20T10:00:00Z" },
          ],
        }),
      ),
    );
    const { member } = await show();
    const dialog = await screen.findByRole("dialog", { name: "Versions of this post" });
    const [newest, oldest] = await within(dialog).findAllByRole("listitem");
    expect(newest?.querySelector("ins")?.textContent).toBe("Added: three");
    expect(newest?.querySelector("del")?.textContent).toBe("Removed: two");
    expect(newest?.textContent).toContain("current");
    expect(oldest?.textContent).toContain("Use two gauges");
    expect(oldest?.querySelector("ins, del")).toBeNull();
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("can be loaded again after a fault", async () => {
    let isAway = true;
    server.use(
      http.get(revisions, () =>
        isAway
          ? new HttpResponse(null, { status: 500 })
          : HttpResponse.json({
              items: [{ content: "Use three gauges", created: "2026-11-20T11:00:00Z" }],
            }),
      ),
    );
    const { member } = await show();
    const again = await screen.findByRole("button", { name: "Try Again" });
    isAway = false;
    await member.click(again);
    expect(await screen.findByText(/first version/)).toBeDefined();
  });
});
