import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { refusalResponse } from "../../testing/community-server.ts";
import {
  conversation,
  kwame,
  type MessagesFixture,
  messagesFixture,
  nadia,
  priya,
  serveMessages,
} from "../../testing/messages-server.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildProfile } from "../../testing/people.ts";
import { toasts } from "../../ui/toast-store.ts";
import { messagesRoutes } from "./routes.tsx";

servePages();

const me = buildMember({ id: "nadia" });
let world: MessagesFixture;
const created = vi.fn<(body: unknown, key: string | null) => void>();

const entry = (person: typeof kwame) => ({
  ...person,
  jobTitle: null,
  location: null,
  followersCount: 0,
  isFollowing: false,
  isSelf: person.userId === me.id,
});

beforeEach(() => {
  created.mockClear();
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
  world = messagesFixture(me);
  serveMessages(() => world);
  server.use(
    http.get("/api/directory", ({ request }) => {
      const q = (new URL(request.url).searchParams.get("q") ?? "").toLowerCase();
      const items = [nadia, kwame, priya].filter((one) =>
        one.displayName.toLowerCase().includes(q),
      );
      return HttpResponse.json({ items: items.map(entry), nextCursor: null });
    }),
    http.post("/api/conversations", async ({ request }) => {
      const body = await request.json();
      created(body, request.headers.get("Idempotency-Key"));
      world.conversations = [conversation("c1", { messageCount: 0 })];
      return HttpResponse.json(world.conversations[0], { status: 201 });
    }),
  );
});

const open = (path = "/messages/new") => openPage(path, ({ cache }) => messagesRoutes(cache));
const dialog = () => screen.findByRole("dialog", { name: "New conversation" });
const people = async () => within(await dialog()).getByRole("combobox", { name: "People" });
const choose = async (member: ReturnType<typeof open>["member"], name: string) => {
  await member.type(await people(), name);
  const found = await screen.findByRole("option", { name: new RegExp(name) });
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  expect(found.getAttribute("aria-selected")).toBe("true");
  await member.keyboard("{Enter}");
};

describe("a new conversation", () => {
  test("is started with one person, without offering the viewer", async () => {
    const { member, path } = open();
    await dialog();
    expect(await screen.findByRole("option", { name: /Kwame/ })).toBeDefined();
    expect(screen.queryByRole("option", { name: /Nadia/ })).toBeNull();
    await choose(member, "Kwame");
    await member.click(screen.getByRole("button", { name: "Start conversation" }));
    expect(await screen.findByText("New conversation created")).toBeDefined();
    await waitFor(() => expect(path()).toBe("/messages/c1"));
    expect(created.mock.calls[0]?.[0]).toEqual({ participantIds: ["kwame"] });
  });

  test("with several people is a group with a name", async () => {
    const { member } = open();
    await choose(member, "Kwame");
    await choose(member, "Priya");
    const submit = await screen.findByRole("button", { name: "Create group" });
    expect(submit).toHaveProperty("disabled", true);
    await member.type(screen.getByRole("textbox", { name: "Group name" }), "Reunion");
    await member.click(submit);
    await waitFor(() => expect(created).toHaveBeenCalledOnce());
    const body = { participantIds: ["kwame", "priya"], title: "Reunion" };
    expect(created.mock.calls[0]?.[0]).toEqual(body);
  });

  test("that fails shows the specified error, and is retried under the same key", async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(
        "/api/conversations",
        ({ request }) => {
          keys.push(request.headers.get("Idempotency-Key"));
          return refusalResponse(500, "internal", "Failed to create conversation");
        },
        { once: true },
      ),
    );
    const { member } = open();
    await choose(member, "Kwame");
    const start = screen.getByRole("button", { name: "Start conversation" });
    await member.click(start);
    expect(await screen.findByText("Failed to create conversation")).toBeDefined();
    await member.click(start);
    await waitFor(() => expect(created).toHaveBeenCalledOnce());
    expect(created.mock.calls[0]?.[1]).toBe(keys[0]);
  });

  test("with a person whom the viewer knows opens the existing one, without a success text", async () => {
    server.use(
      http.post("/api/conversations", () =>
        HttpResponse.json(conversation("c1", { messageCount: 4 })),
      ),
    );
    world.conversations = [conversation("c1", { messageCount: 4 })];
    const { member, path } = open();
    await choose(member, "Kwame");
    await member.click(screen.getByRole("button", { name: "Start conversation" }));
    await waitFor(() => expect(path()).toBe("/messages/c1"));
    expect(screen.queryByText("New conversation created")).toBeNull();
  });

  test("removes a chosen person with Backspace and with their button", async () => {
    const { member } = open();
    await choose(member, "Kwame");
    await member.keyboard("{Backspace}");
    expect(screen.queryByRole("list", { name: "Chosen people" })).toBeNull();
    await choose(member, "Priya");
    await member.click(screen.getByRole("button", { name: "Remove Priya Raghunathan" }));
    expect(screen.getByRole("button", { name: "Start conversation" })).toHaveProperty(
      "disabled",
      true,
    );
  });
});

describe("a new conversation with a person from the address", () => {
  const contact = (answer: object) =>
    server.use(
      http.get("/api/users/:id", () => HttpResponse.json(buildProfile({ ...kwame }))),
      http.get("/api/users/:id/contact", () =>
        HttpResponse.json({ reason: null, conversationId: null, ...answer }),
      ),
    );

  test("has the person chosen, and says that they receive a request", async () => {
    contact({ mode: "request" });
    open("/messages/new?to=kwame");
    expect(await screen.findByRole("button", { name: "Remove Kwame Boateng" })).toBeDefined();
    expect(await screen.findByText(/Your first message is sent as a request/)).toBeDefined();
  });

  test("opens the existing conversation", async () => {
    world.conversations = [conversation("c1")];
    contact({ mode: "open", conversationId: "c1" });
    const { path } = open("/messages/new?to=kwame");
    await waitFor(() => expect(path()).toBe("/messages/c1"));
  });

  test("gives the reason why the person cannot be written to", async () => {
    const reason = "This person does not accept messages from you";
    contact({ mode: "refused", reason });
    open("/messages/new?to=kwame");
    expect(await screen.findByText(reason)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Remove Kwame Boateng" })).toBeNull();
  });
});

describe("a group", () => {
  const group = () =>
    conversation("c1", { kind: "group", title: "Reunion", participants: [nadia, kwame] });

  beforeEach(() => {
    world.conversations = [group()];
  });

  const details = async (member: ReturnType<typeof open>["member"]) =>
    member.click(await screen.findByRole("button", { name: "Details" }));

  test("is renamed by its creator", async () => {
    server.use(
      http.put("/api/conversations/:id/title", () =>
        HttpResponse.json({ ...group(), title: "Class of 2009" }),
      ),
    );
    const { member } = open("/messages/c1");
    await details(member);
    await member.click(await screen.findByRole("button", { name: "Rename" }));
    const rename = await screen.findByRole("dialog", { name: "Rename group" });
    const field = within(rename).getByRole("textbox", { name: "Group name" });
    await member.clear(field);
    await member.type(field, "Class of 2009{Enter}");
    expect(await screen.findByText("Group renamed")).toBeDefined();
    expect(screen.getAllByText("Class of 2009")).not.toHaveLength(0);
  });

  test("receives new people from its creator", async () => {
    server.use(
      http.post("/api/conversations/:id/participants", () =>
        HttpResponse.json({ ...group(), participants: [nadia, kwame, priya] }),
      ),
    );
    const { member } = open("/messages/c1");
    await details(member);
    await member.click(await screen.findByRole("button", { name: "Add" }));
    const add = await screen.findByRole("dialog", { name: "Add people" });
    await member.type(within(add).getByRole("combobox", { name: "People" }), "Priya");
    await member.click(await within(add).findByRole("option", { name: /Priya/ }));
    await member.click(within(add).getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Person added")).toBeDefined();
    const list = screen.getByRole("list", { name: "People in this group" });
    expect(within(list).getByRole("link", { name: /Priya/ })).toBeDefined();
  });

  test("is changed by its creator only", async () => {
    world.conversations = [{ ...group(), ownerId: "kwame" }];
    const { member } = open("/messages/c1");
    await details(member);
    expect(await screen.findByRole("list", { name: "People in this group" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Rename" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Add" })).toBeNull();
    expect(screen.getByRole("button", { name: "Leave group" })).toBeDefined();
  });
});
