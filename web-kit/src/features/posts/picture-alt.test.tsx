import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import {
  refusalResponse,
  serveCommunity,
  communityFixture,
} from "../../testing/community-server.ts";
import { community, post, thread } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { communitiesRoutes } from "../communities/routes.tsx";
import { draftKey, drafts } from "./drafts.ts";

servePages();

const me = buildMember({ id: "nadia" });
/** The alternative text of each uploaded picture. */
let told: unknown[];
let posted: unknown[];

beforeEach(() => {
  drafts.write(draftKey(me.id, "cable"), { text: "", replyTo: null });
  const world = communityFixture(me, community("bridges", { name: "Bridges" }));
  world.threads = [thread("cable"), thread("anchor")];
  told = [];
  posted = [];
  Object.assign(URL, { createObjectURL: () => "blob:shown", revokeObjectURL: vi.fn() });
  serveCommunity(() => world);
  // jsdom's FormData does not survive the request, so its fields are recorded when they are
  // appended.
  const put = vi.spyOn(FormData.prototype, "append");
  server.use(
    http.get("/api/communities/:id/threads/:threadId", ({ params }) =>
      HttpResponse.json(world.threads.find((item) => item.id === params.threadId)),
    ),
    http.get("/api/communities/:id/threads/:threadId/posts", () =>
      HttpResponse.json({ items: [post("aa")], nextCursor: null }),
    ),
    http.post("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
      posted.push(await request.json());
      return HttpResponse.json(post("bb", { authorId: "nadia" }), { status: 201 });
    }),
    http.post("/api/communities/bridges/images", () => {
      told.push(put.mock.calls.find(([name]) => name === "alt")?.[1] ?? null);
      put.mockClear();
      const id = `image-${told.length}`;
      const stored = { id, url: `/media/${id}.jpg`, width: 640, height: 480, alt: told.at(-1) };
      return HttpResponse.json(stored, { status: 201 });
    }),
  );
});

const open = () =>
  openPage("/communities/bridges/threads/cable", ({ cache }) => communitiesRoutes(cache));
const box = () => screen.findByRole("textbox", { name: "Write a post" });
const chooser = () => screen.findByLabelText("Picture files");
const send = () => screen.getByRole("button", { name: "Post" });
const file = (name: string) => new File([new Uint8Array(12)], name, { type: "image/png" });

const describePicture = async (hand: ReturnType<typeof open>["member"], words: string) => {
  await hand.click(await screen.findByRole("button", { name: "Describe picture 1" }));
  const field = await screen.findByRole("textbox", { name: "Alternative text" });
  await hand.click(field);
  await hand.paste(words);
  return field;
};
const save = () => screen.getByRole("button", { name: "Save" });

test("alternative text is entered in the composer, kept with the draft and posted", async () => {
  const { member } = open();
  await member.upload(await chooser(), file("crane.png"));
  await describePicture(member, "Two cranes\n over the river ");
  await member.click(save());
  expect(await screen.findByText("Description saved")).toBeDefined();
  const words = "Two cranes over the river";
  expect(told).toEqual([null, words]);
  await member.click(screen.getByRole("link", { name: /About anchor/ }));
  await member.click(await screen.findByRole("link", { name: /About cable/ }));
  await screen.findByRole("button", { name: `Description of picture 1: ${words}` });
  await member.type(await box(), "From the site");
  await member.click(send());
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted).toEqual([{ content: "From the site", imageIds: ["image-2"] }]);
});

test("alternative text is one line of at most 300 characters", async () => {
  const { member } = open();
  await member.upload(await chooser(), file("crane.png"));
  const field = await describePicture(member, "ä".repeat(301));
  const words = "Image description exceeds maximum length of 300 characters";
  expect(await screen.findByText(words)).toBeDefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(save()).toHaveProperty("disabled", true);
  await member.type(field, "{Backspace}");
  expect(screen.getByText("300 / 300")).toBeDefined();
  expect(save()).toHaveProperty("disabled", false);
  await member.keyboard("{Escape}");
  await member.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Describe picture 1");
  expect(told).toEqual([null]);
});

test("alternative text is unchanged if the server refuses it", async () => {
  const { member } = open();
  await member.upload(await chooser(), file("crane.png"));
  await waitFor(() => expect(told).toHaveLength(1));
  const words = "Too many requests. Please try again in 1 minute(s).";
  server.use(
    http.post("/api/communities/bridges/images", () => refusalResponse(429, "rate-limited", words)),
  );
  await describePicture(member, "Two cranes");
  await member.click(save());
  expect(await screen.findByText(words)).toBeDefined();
  expect(await screen.findByRole("button", { name: "Describe picture 1" })).toBeDefined();
  await member.type(await box(), "From the site");
  await waitFor(() => expect(send()).toHaveProperty("disabled", false));
});

test("alternative text of a restored picture can be changed", async () => {
  server.use(
    http.post("/api/communities/:id/threads/:threadId/posts", () =>
      refusalResponse(403, "timed-out", "You are currently timed out from this community"),
    ),
    http.get("/media/:name", () => HttpResponse.arrayBuffer(new ArrayBuffer(8))),
  );
  const { member } = open();
  await member.upload(await chooser(), file("crane.png"));
  await member.type(await box(), "From the site");
  await waitFor(() => expect(send()).toHaveProperty("disabled", false));
  await member.click(send());
  await screen.findByText("You are currently timed out from this community");
  await describePicture(member, "Two cranes");
  await member.click(save());
  await waitFor(() => expect(told).toEqual([null, "Two cranes"]));
  expect(await screen.findByRole("button", { name: /: Two cranes$/ })).toBeDefined();
});
