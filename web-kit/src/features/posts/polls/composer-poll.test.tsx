import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refusalResponse } from "../../../testing/community-server.ts";
import { community, post } from "../../../testing/factories.ts";
import { servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { openThread, servePosts, setOnline } from "../../../testing/post-server.ts";
import { draftKey, drafts, DraftStore } from "../drafts.ts";

servePages();

const me = buildMember({ id: "nadia" });
const place = draftKey(me.id, "cable");
const DAY_MS = 24 * 3_600_000;
let posted: { poll: Record<string, unknown> }[];

beforeEach(() => {
  act(() => drafts.write(place, { text: "", replyTo: null }));
  posted = [];
  servePosts(me, community("bridges"), () => [post("aa")]);
  server.use(
    http.post("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page's own request
      posted.push((await request.json()) as (typeof posted)[number]);
      return HttpResponse.json(post("bb", { authorId: "nadia" }), { status: 201 });
    }),
  );
});
afterEach(() => setOnline(true));

const box = () => screen.findByRole("textbox", { name: "Write a post" });
const send = () => screen.getByRole("button", { name: "Post" });

async function openDialog() {
  const { member } = openThread();
  await box();
  await member.click(screen.getByRole("button", { name: "Add a poll" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a poll" }));
  const option = (number: number) => dialog.getByRole("textbox", { name: `Option ${number}` });
  return { member, dialog, option };
}

const texts = (dialog: Awaited<ReturnType<typeof openDialog>>["dialog"]) =>
  dialog.getAllByRole<HTMLInputElement>("textbox").map((input) => input.value);

describe("the poll dialog", () => {
  test("adds a poll whose question is the text", async () => {
    const { member, dialog, option } = await openDialog();
    await member.type(option(1), "North pier{Enter}South pier");
    await member.click(dialog.getByRole("checkbox", { name: "Several options can be chosen" }));
    await member.click(dialog.getByRole("radio", { name: /^Secret/ }));
    await member.selectOptions(dialog.getByLabelText("Closes"), "After 3 days");
    await member.click(dialog.getByRole("button", { name: "Add poll" }));
    const part = within(screen.getByRole("region", { name: "Poll to post" }));
    expect(part.getByText("Poll with 2 options")).toBeDefined();
    expect(part.getByText("Write the question as your post.")).toBeDefined();
    expect(send()).toHaveProperty("disabled", true);
    await member.type(await box(), "Which pier?");
    expect(part.getByText("North pier · South pier")).toBeDefined();
    const before = Date.now();
    await member.click(send());
    await waitFor(() => expect(posted).toHaveLength(1));
    const { closesAt, ...poll } = posted[0]?.poll ?? {};
    expect(poll).toEqual({ options: ["North pier", "South pier"], multiple: true, secret: true });
    const closes = Date.parse(String(closesAt)) - before;
    expect(closes).toBeGreaterThanOrEqual(3 * DAY_MS - 5000);
    expect(closes).toBeLessThan(3 * DAY_MS + 60_000);
    expect(screen.queryByRole("region", { name: "Poll to post" })).toBeNull();
  });

  test("adds, removes and moves options by the keyboard", async () => {
    const { member, dialog, option } = await openDialog();
    await member.type(option(1), "One{Enter}Two{Enter}Three");
    expect(texts(dialog)).toEqual(["One", "Two", "Three"]);
    await member.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(texts(dialog)).toEqual(["One", "Three", "Two"]);
    expect(document.activeElement).toBe(option(2));
    expect(dialog.getByRole("status").textContent).toBe("Option 3 is now option 2");
    await member.click(dialog.getByRole("button", { name: "Move option 1 down" }));
    expect(texts(dialog)).toEqual(["Three", "One", "Two"]);
    await member.click(dialog.getByRole("button", { name: "Remove option 2" }));
    expect(texts(dialog)).toEqual(["Three", "Two"]);
    expect(dialog.getByRole("button", { name: "Remove option 1" })).toHaveProperty(
      "disabled",
      true,
    );
    for (let added = 2; added < 10; added += 1) {
      // oxlint-disable-next-line no-await-in-loop -- sequential, as a member would do it
      await member.click(dialog.getByRole("button", { name: "Add an option" }));
    }
    expect(dialog.queryByRole("button", { name: "Add an option" })).toBeNull();
  });

  test("shows what is wrong with the options", async () => {
    const { member, dialog, option } = await openDialog();
    const save = dialog.getByRole("button", { name: "Add poll" });
    await member.type(option(1), "North pier");
    await member.click(save);
    expect(dialog.getByText("A poll must have between 2 and 10 options")).toBeDefined();
    await member.type(option(2), "north  pier");
    expect(dialog.getByText("The options of a poll must be different")).toBeDefined();
    await member.clear(option(2));
    await member.click(option(2));
    await member.paste("x".repeat(101));
    expect(dialog.getByText("Poll option exceeds maximum length of 100 characters")).toBeDefined();
    await member.click(save);
    expect(screen.getByRole("dialog", { name: "Add a poll" })).toBeDefined();
  });

  test("takes a closing time of one's own within a year", async () => {
    const { member, dialog, option } = await openDialog();
    await member.type(option(1), "One{Enter}Two");
    await member.selectOptions(dialog.getByLabelText("Closes"), "At a time of your choice");
    const save = dialog.getByRole("button", { name: "Add poll" });
    await member.click(save);
    const refusal = "A poll must close in the future, within a year";
    expect(dialog.getByText(refusal)).toBeDefined();
    const year = new Date().getFullYear();
    await member.type(dialog.getByLabelText("Closing time"), `${year + 2}-01-01T12:00`);
    expect(dialog.getByText(refusal)).toBeDefined();
    await member.selectOptions(dialog.getByLabelText("Closes"), "Never");
    await member.click(save);
    await member.type(await box(), "Which?");
    await member.click(send());
    await waitFor(() => expect(posted[0]?.poll["closesAt"]).toBeNull());
  });
});

describe("the poll of a draft", () => {
  const poll = {
    options: ["North pier", "South pier"],
    multiple: false,
    secret: false,
    closes: { kind: "never" as const },
  };
  const write = (changes: object = {}) =>
    act(() => drafts.write(place, { text: "Which pier?", replyTo: null, poll, ...changes }));

  test("survives a reload", () => {
    write();
    expect(new DraftStore().read(place).poll).toEqual(poll);
  });

  test("is changed and removed", async () => {
    write();
    const { member } = openThread();
    const part = within(await screen.findByRole("region", { name: "Poll to post" }));
    await member.click(part.getByRole("button", { name: "Edit poll" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit poll" }));
    await member.type(dialog.getByRole("textbox", { name: "Option 1" }), "!");
    await member.click(dialog.getByRole("button", { name: "Save" }));
    expect(part.getByText("North pier! · South pier")).toBeDefined();
    await member.click(part.getByRole("button", { name: "Remove poll" }));
    expect(screen.queryByRole("region", { name: "Poll to post" })).toBeNull();
    expect(document.activeElement).toBe(await box());
  });

  test("is refused on a reply", async () => {
    write({ replyTo: { parentPostId: "aa", name: "Kwame" } });
    openThread();
    expect(await screen.findByText("Replies cannot have a poll")).toBeDefined();
    expect(send()).toHaveProperty("disabled", true);
  });

  test("is restored with the text of a refused post", async () => {
    write();
    server.use(
      http.post("/api/communities/:id/threads/:threadId/posts", () =>
        refusalResponse(403, "timed-out", "You are timed out"),
      ),
    );
    const { member } = openThread();
    await screen.findByRole("region", { name: "Poll to post" });
    await member.click(send());
    expect(await screen.findByText("You are timed out")).toBeDefined();
    expect(await screen.findByText("North pier · South pier")).toBeDefined();
  });

  test("waits with its post for a connection", async () => {
    write();
    const { member } = openThread();
    await screen.findByRole("region", { name: "Poll to post" });
    setOnline(false);
    await member.click(send());
    const row = within(await screen.findByRole("article", { name: "You wrote" }));
    const options = within(row.getByRole("list", { name: "Options of the poll" }));
    expect(options.getAllByRole("listitem").map((item) => item.textContent)).toEqual(poll.options);
    setOnline(true);
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.poll["options"]).toEqual(poll.options);
  });
});
