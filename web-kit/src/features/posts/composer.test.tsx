import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CommunityMember } from "../../api/types.ts";
import {
  type CommunityFixture,
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { community, person, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { draftKey, drafts } from "./drafts.ts";

servePages();

const me = buildMember({ id: "nadia" });
let world: CommunityFixture;
let posted: unknown[];
let uploads: number;

const image = (id: string) => ({
  id,
  url: `/media/${id}.jpg`,
  width: 640,
  height: 480,
  alt: null,
});
const file = (name: string, type = "image/png", size = 12) =>
  new File([new Uint8Array(size)], name, { type });

beforeEach(() => {
  drafts.write(draftKey(me.id, "cable"), { text: "", replyTo: null });
  world = communityFixture(me, community("bridges", { name: "Bridges" }));
  world.threads = [thread("cable"), thread("anchor")];
  posted = [];
  uploads = 0;
  Object.assign(URL, { createObjectURL: () => "blob:shown", revokeObjectURL: vi.fn() });
  serveCommunity(() => world);
  server.use(
    http.get("/api/communities/:id/threads/:threadId", ({ params }) =>
      HttpResponse.json(world.threads.find((item) => item.id === params.threadId)),
    ),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: [post("aa")], nextCursor: null }),
    ),
    http.post("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
      const body: unknown = await request.json();
      posted.push(body);
      return HttpResponse.json(post("bb", { authorId: "nadia" }), { status: 201 });
    }),
    http.post("/api/communities/bridges/images", () => {
      uploads += 1;
      return HttpResponse.json(image(`image-${uploads}`), { status: 201 });
    }),
  );
});

const open = () =>
  openPage("/communities/bridges/threads/cable", ({ cache }) => communitiesRoutes(cache));
const box = () => screen.findByRole("textbox", { name: "Write a post" });
const chooser = () => screen.findByLabelText("Picture files");
const strip = () => screen.findByRole("list", { name: "Pictures to post" });
const send = () => screen.getByRole("button", { name: "Post" });

test("a sent post stays on screen without a flicker", async () => {
  const { member } = open();
  await member.type(await box(), "Read the gauge");
  server.use(
    http.post("/api/communities/:id/threads/:threadId/posts", ({ request }) => {
      const idempotencyKey = request.headers.get("Idempotency-Key");
      const saved = { authorId: "nadia", content: "Read the gauge", idempotencyKey };
      return HttpResponse.json(post("bb", saved), { status: 201 });
    }),
  );
  const feed = screen.getByRole("feed", { name: "Posts" });
  const stood: boolean[] = [];
  const watch = new MutationObserver(() => stood.push(feed.textContent.includes("Read the gauge")));
  watch.observe(feed, { childList: true, subtree: true });
  await member.click(send());
  await waitFor(() => expect(document.getElementById("post-bb")).not.toBeNull());
  await waitFor(() => expect(screen.queryByText("Sending")).toBeNull());
  watch.disconnect();
  expect(stood.slice(stood.indexOf(true))).not.toContain(false);
});

describe("pictures", () => {
  test("are uploaded immediately and posted in order with the text", async () => {
    const { member } = open();
    await member.upload(await chooser(), [file("crane.png"), file("deck.png")]);
    expect(
      within(await strip()).getAllByRole("button", { name: /^Describe picture/ }),
    ).toHaveLength(2);
    await waitFor(() => expect(screen.queryAllByRole("progressbar")).toEqual([]));
    await member.type(await box(), "From the site");
    await member.click(send());
    await waitFor(() => expect(posted).toHaveLength(1));
    const [first] = posted;
    expect(first).toMatchObject({ content: "From the site" });
    expect(first).toHaveProperty("imageIds.length", 2);
    expect(screen.queryByRole("list", { name: "Pictures to post" })).toBeNull();
  });

  test("delay the post while uploading", async () => {
    server.use(
      http.post("/api/communities/bridges/images", async () => {
        await delay(80);
        return HttpResponse.json(image("slow"), { status: 201 });
      }),
    );
    const { member } = open();
    await member.type(await box(), "From the site");
    await member.upload(await chooser(), file("crane.png"));
    expect(await screen.findByRole("progressbar", { name: "Uploading crane.png" })).toBeDefined();
    expect(send()).toHaveProperty("disabled", true);
    await waitFor(() => expect(send()).toHaveProperty("disabled", false));
  });

  test("can be removed", async () => {
    const { member } = open();
    await member.upload(await chooser(), file("crane.png"));
    await member.click(await screen.findByRole("button", { name: "Remove picture 1" }));
    expect(screen.queryByRole("list", { name: "Pictures to post" })).toBeNull();
    await member.type(await box(), "Words alone");
    await member.click(send());
    await waitFor(() => expect(posted).toEqual([{ content: "Words alone" }]));
  });

  test("can be pasted and dropped", async () => {
    open();
    fireEvent.paste(await box(), { clipboardData: { files: [file("pasted.png")] } });
    const dataTransfer = { files: [file("dropped.png")], types: ["Files"] };
    fireEvent.drop(await box(), { dataTransfer });
    await waitFor(() => expect(uploads).toBe(2));
    expect(
      within(await strip()).getAllByRole("button", { name: /^Describe picture/ }),
    ).toHaveLength(2);
  });

  test("are refused before upload if unacceptable", async () => {
    const { member } = open();
    const faults: [File[], string][] = [
      [
        [file("notes.doc", "application/msword")],
        "Only PDF, text, CSV and ZIP files can be added.",
      ],
      [[file("huge.png", "image/png", 25 * 1024 * 1024 + 1)], "A picture may have at most 25 MB."],
      [["a", "b", "c", "d", "e"].map((name) => file(name)), "A post may have at most 4 pictures"],
    ];
    for (const [files, words] of faults) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, as a member would do it
      fireEvent.drop(await box(), { dataTransfer: { files, types: ["Files"] } });
      // oxlint-disable-next-line no-await-in-loop
      expect(await screen.findByText(words)).toBeDefined();
    }
    await waitFor(() => expect(uploads).toBe(4));
    const [first] = await screen.findAllByRole("button", { name: "Remove picture 1" });
    if (first !== undefined) await member.click(first);
    expect(screen.queryByText("A post may have at most 4 pictures")).toBeNull();
  });

  test("disappear with the server's message on refusal", async () => {
    const words = "This picture cannot be read. Please choose another one.";
    server.use(
      http.post("/api/communities/bridges/images", () =>
        refusalResponse(422, "picture-unreadable", words),
      ),
    );
    const { member } = open();
    await member.upload(await chooser(), file("crane.png"));
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole("list", { name: "Pictures to post" })).toBeNull();
  });

  test("are kept with the text when the member navigates away", async () => {
    const { member } = open();
    await member.upload(await chooser(), file("crane.png"));
    await member.type(await box(), "From the site");
    await member.click(screen.getByRole("link", { name: /About anchor/ }));
    await waitFor(() =>
      expect(screen.queryByRole("list", { name: "Pictures to post" })).toBeNull(),
    );
    await member.click(screen.getByRole("link", { name: /About cable/ }));
    expect(
      within(await strip()).getAllByRole("button", { name: /^Describe picture/ }),
    ).toHaveLength(1);
    expect(await box()).toHaveProperty("value", "From the site");
  });

  test("are restored with the text of a refused post", async () => {
    server.use(
      http.post("/api/communities/:id/threads/:threadId/posts", () =>
        refusalResponse(403, "timed-out", "You are currently timed out from this community"),
      ),
    );
    const { member } = open();
    await member.upload(await chooser(), file("crane.png"));
    await member.type(await box(), "From the site");
    await waitFor(() => expect(send()).toHaveProperty("disabled", false));
    await member.click(send());
    expect(
      await screen.findByText("You are currently timed out from this community"),
    ).toBeDefined();
    expect(
      within(await strip()).getAllByRole("button", { name: /^Describe picture/ }),
    ).toHaveLength(1);
  });
});

describe("a post whose response was lost", () => {
  let sentUnder: (string | null)[];
  beforeEach(() => {
    sentUnder = [];
    server.use(
      http.post("/api/communities/:id/threads/:threadId/posts", ({ request }) => {
        sentUnder.push(request.headers.get("Idempotency-Key"));
        return HttpResponse.error();
      }),
    );
  });
  const sendAgain = async (member: ReturnType<typeof open>["member"], times: number) => {
    await waitFor(() => expect(send()).toHaveProperty("disabled", false));
    await member.click(send());
    await waitFor(() => expect(sentUnder).toHaveLength(times));
  };

  test("is sent again under the same key, so it is posted once", async () => {
    const { member } = open();
    await member.upload(await chooser(), file("crane.png"));
    await member.type(await box(), "From the site");
    await sendAgain(member, 1);
    await sendAgain(member, 2);
    const [first, second] = sentUnder;
    expect(first).not.toBeNull();
    expect(second).toBe(first);
  });

  test("gets a new key if its content changes, and the old key if it is restored", async () => {
    const { member } = open();
    await member.type(await box(), "From the site");
    await sendAgain(member, 1);
    await waitFor(async () => expect(await box()).toHaveProperty("value", "From the site"));
    await member.type(await box(), "!{Backspace}");
    await sendAgain(member, 2);
    await waitFor(async () => expect(await box()).toHaveProperty("value", "From the site"));
    await member.type(await box(), "!");
    await sendAgain(member, 3);
    const [first, second, third] = sentUnder;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe("the pictures of a post", () => {
  test("open at full size, are navigated with arrow keys and closed with Escape", async () => {
    const images = [image("one"), image("two")];
    server.use(
      http.get("/api/communities/:id/threads/:threadId/posts", () =>
        HttpResponse.json({ items: [post("aa", { images })], nextCursor: null }),
      ),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Open picture 1 of 2" }));
    expect(await screen.findByRole("dialog", { name: "Picture 1 of 2" })).toBeDefined();
    await member.keyboard("{ArrowRight}");
    expect(await screen.findByRole("dialog", { name: "Picture 2 of 2" })).toBeDefined();
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Open picture 1 of 2");
  });
});

describe("mentions", () => {
  const member = (name: string, handle: string): CommunityMember => ({
    ...person(handle, name),
    handle,
    isFounder: false,
    role: "member",
    joinedAt: "2026-10-02T10:00:00Z",
  });

  beforeEach(() => {
    world.members = [member("Kwame Boateng", "kwame"), member("Katrin Wolf", "katrin")];
  });

  test("are suggested while typing and accepted with the keyboard", async () => {
    const { member: hand } = open();
    await hand.type(await box(), "Ask @ka");
    const list = await screen.findByRole("listbox", { name: "Members to mention" });
    expect(within(list).getAllByRole("option")).toHaveLength(1);
    const option = within(list).getByRole("option", { name: /Katrin Wolf/ });
    expect((await box()).getAttribute("aria-activedescendant")).toBe(option.id);
    await hand.keyboard("{Enter}");
    expect(await box()).toHaveProperty("value", "Ask @katrin ");
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  test("are searched among all members", async () => {
    const requested: (string | null)[] = [];
    server.use(
      http.get("/api/communities/:id/members", ({ request }) => {
        const begin = new URL(request.url).searchParams.get("query");
        requested.push(begin);
        const items = begin === "zo" ? [member("Zoe Hart", "zoe")] : world.members;
        return HttpResponse.json({ items, nextCursor: "more" });
      }),
    );
    const { member: hand } = open();
    await hand.type(await box(), "Ask @Zo");
    expect(await screen.findByRole("option", { name: /Zoe Hart/ })).toBeDefined();
    expect(requested.at(0)).toBeNull();
    expect(requested.at(-1)).toBe("zo");
  });

  test("are navigated with arrow keys and closed with Escape", async () => {
    const { member: hand } = open();
    await hand.type(await box(), "@k");
    const chosen = () => screen.getByRole("option", { selected: true }).textContent;
    await screen.findByRole("listbox");
    expect(chosen()).toContain("Kwame");
    await hand.keyboard("{ArrowDown}");
    expect(chosen()).toContain("Katrin");
    await hand.keyboard("{ArrowDown}");
    expect(chosen()).toContain("Kwame");
    await hand.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(await box()).toHaveProperty("value", "@k");
    expect(document.activeElement).toBe(await box());
  });

  test("link to the members that the server names", async () => {
    const mentions = ["kwame", "katrin"].map((handle) => ({ userId: handle, handle }));
    server.use(
      http.get("/api/communities/:id/threads/:threadId/posts", () =>
        HttpResponse.json({
          items: [
            post("aa", { content: "Ask @Kwame, not @nobody or me@katrin.example", mentions }),
          ],
          nextCursor: null,
        }),
      ),
    );
    open();
    const link = await screen.findByRole("link", { name: "@Kwame" });
    expect(link.getAttribute("href")).toBe("/profile/kwame");
    expect(screen.queryByRole("link", { name: "@katrin" })).toBeNull();
    expect(screen.queryByRole("link", { name: "@nobody" })).toBeNull();
  });
});
