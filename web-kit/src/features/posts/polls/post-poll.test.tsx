import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Poll, Post } from "../../../api/types.ts";
import { refusalResponse } from "../../../testing/community-server.ts";
import { poll } from "../../../testing/attachments.ts";
import { adminOf, community, person, post } from "../../../testing/factories.ts";
import { servePages, server, streams } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { openThread, servePosts, setOnline } from "../../../testing/post-server.ts";

servePages();

const me = buildMember({ id: "nadia" });
const P = "/api/communities/bridges/threads/cable/posts/aa";
let current: Poll;
let viewer: ReturnType<typeof adminOf>;
let authorId: string;
let votes: unknown[];

const voted: Partial<Poll> = {
  voters: 4,
  chosen: ["south"],
  options: [
    { id: "north", text: "North pier", votes: 1 },
    { id: "south", text: "South pier", votes: 3 },
  ],
};

beforeEach(() => {
  current = poll();
  viewer = community("x").viewer;
  authorId = "kwame";
  votes = [];
});
afterEach(() => setOnline(true));

function open() {
  const posts = (): Post[] => [post("aa", { poll: current, authorId })];
  servePosts(me, community("bridges", { viewer }), posts);
  server.use(
    http.put(`${P}/poll/votes`, async ({ request }) => {
      const body: unknown = await request.json();
      votes.push(body);
      const isWithdrawn = JSON.stringify(body) === JSON.stringify({ optionIds: [] });
      current = poll(isWithdrawn ? {} : voted);
      return HttpResponse.json(current);
    }),
    http.post(`${P}/poll/close`, () => {
      current = poll({ ...voted, closed: true });
      return HttpResponse.json(current);
    }),
  );
  return openThread();
}

const group = () => screen.findByRole("group", { name: "Poll" });
const inPoll = async () => within(await group());
const results = async () => (await inPoll()).findByRole("table", { name: "Results of the poll" });
const cells = async () =>
  within(await results())
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

describe("an open poll", () => {
  test("is answered with one option, and shows the results with the own vote", async () => {
    const { member } = open();
    const area = await inPoll();
    expect(area.getByRole("button", { name: "Vote" })).toHaveProperty("disabled", true);
    await member.click(area.getByRole("radio", { name: "North pier" }));
    await member.click(area.getByRole("radio", { name: "South pier" }));
    await member.click(area.getByRole("button", { name: "Vote" }));
    expect(await cells()).toEqual(["North pier25%1", "South pierYour vote75%3"]);
    expect(votes).toEqual([{ optionIds: ["south"] }]);
    expect(area.getByText("4 people have voted")).toBeDefined();
    // The pressed button has vanished.
    expect(document.activeElement).toBe(await results());
  });

  test("takes several options in the order of the poll", async () => {
    current = poll({ multiple: true });
    const { member } = open();
    const area = await inPoll();
    await member.click(area.getByRole("checkbox", { name: "South pier" }));
    await member.click(area.getByRole("checkbox", { name: "North pier" }));
    await member.click(area.getByRole("button", { name: "Vote" }));
    await waitFor(() => expect(votes).toEqual([{ optionIds: ["north", "south"] }]));
  });

  test("can be looked at before voting", async () => {
    const { member } = open();
    const area = await inPoll();
    await member.click(area.getByRole("button", { name: "Show results" }));
    expect(await cells()).toEqual(["North pier0%0", "South pier0%0"]);
    await member.click(area.getByRole("button", { name: "Vote" }));
    expect(document.activeElement).toBe(area.getByRole("radio", { name: "North pier" }));
  });

  test("lets a voter change and withdraw the vote", async () => {
    current = poll(voted);
    const { member } = open();
    const area = await inPoll();
    await member.click(await area.findByRole("button", { name: "Change vote" }));
    expect(area.getByRole("radio", { name: "South pier" })).toHaveProperty("checked", true);
    await member.click(area.getByRole("radio", { name: "North pier" }));
    await member.click(area.getByRole("button", { name: "Vote" }));
    await member.click(await area.findByRole("button", { name: "Withdraw vote" }));
    expect(await area.findByRole("radio", { name: "South pier" })).toHaveProperty("checked", false);
    expect(votes).toEqual([{ optionIds: ["north"] }, { optionIds: [] }]);
  });

  test("shows the server's refusal", async () => {
    const { member } = open();
    server.use(
      http.put(`${P}/poll/votes`, () => {
        current = poll({ ...voted, chosen: [], closed: true });
        return refusalResponse(409, "poll-closed", "This poll is closed");
      }),
    );
    const area = await inPoll();
    await member.click(area.getByRole("radio", { name: "North pier" }));
    await member.click(area.getByRole("button", { name: "Vote" }));
    expect((await area.findByRole("alert")).textContent).toBe("This poll is closed");
    // The posts are loaded again.
    expect(await cells()).toEqual(["North pier25%1", "South pier75%3"]);
  });

  test("cannot be answered without a connection", async () => {
    open();
    const area = await inPoll();
    setOnline(false);
    expect(area.getByText("You can vote when the connection is back.")).toBeDefined();
    expect(area.getByRole("radio", { name: "North pier" })).toHaveProperty("disabled", false);
    expect(area.getByRole("group").hasAttribute("disabled")).toBe(true);
    expect(area.getByRole("button", { name: "Vote" })).toHaveProperty("disabled", true);
  });

  test("keeps the arrow keys of its options", async () => {
    const { member } = open();
    const area = await inPoll();
    const north = area.getByRole("radio", { name: "North pier" });
    act(() => north.focus());
    await member.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(area.getByRole("radio", { name: "South pier" }));
  });

  test("counts the votes of others while it is read", async () => {
    current = poll(voted);
    open();
    await results();
    const { id, closesAt, closed, options } = poll();
    const counts = options.map((option) => ({ ...option, votes: 5 }));
    const changed = { id, closesAt, closed, voters: 10, options: counts };
    act(() =>
      streams[0]?.tell(7, {
        type: "poll.updated",
        communityId: "bridges",
        threadId: "cable",
        postId: "aa",
        poll: changed,
      }),
    );
    await waitFor(async () =>
      expect(await cells()).toEqual(["North pier50%5", "South pierYour vote50%5"]),
    );
  });
});

describe("a closed poll", () => {
  test("shows only its results", async () => {
    current = poll({ ...voted, closed: true, secret: true });
    open();
    await results();
    const area = await inPoll();
    expect(area.queryAllByRole("button")).toEqual([]);
    expect(area.getByText("Closed")).toBeDefined();
    expect(area.getByText("Votes are secret")).toBeDefined();
  });

  test("is one whose time has come", async () => {
    current = poll({ closesAt: "2026-11-01T09:00:00Z" });
    open();
    await results();
    expect((await inPoll()).queryByRole("button", { name: "Vote" })).toBeNull();
  });

  test.each(["its author", "an admin"])("can be closed early by %s", async (who) => {
    if (who === "an admin") viewer = adminOf();
    else authorId = me.id;
    const { member } = open();
    const area = await inPoll();
    await member.click(await area.findByRole("button", { name: "Close poll" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Close this poll?" }));
    await member.click(dialog.getByRole("button", { name: "Close poll" }));
    expect(await area.findByText("Closed")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("is not closed early by other members", async () => {
    open();
    await (await inPoll()).findByRole("button", { name: "Vote" });
    expect((await inPoll()).queryByRole("button", { name: "Close poll" })).toBeNull();
  });
});

describe("a named poll", () => {
  test("lists who voted for an option", async () => {
    current = poll(voted);
    const { member } = open();
    server.use(
      http.get(`${P}/poll/options/south/voters`, () =>
        HttpResponse.json({ items: [person("ling", "Ling Zhao")], nextCursor: null }),
      ),
    );
    const area = await inPoll();
    await member.click(await area.findByRole("button", { name: "3 votes: show who voted" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Who voted for this" }));
    expect(dialog.getByText("South pier")).toBeDefined();
    expect(await dialog.findByRole("link", { name: /Ling Zhao/ })).toBeDefined();
  });

  test("does not list the voters of a secret poll", async () => {
    current = poll({ ...voted, secret: true });
    open();
    await results();
    expect((await inPoll()).queryByRole("button", { name: /show who voted/ })).toBeNull();
  });
});
