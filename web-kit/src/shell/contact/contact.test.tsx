import { screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { Outlet, type RouteObject } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import type { DirectoryEntry } from "../../api/types.ts";
import { PersonRow } from "../../features/network/person-row.tsx";
import { profileRoutes } from "../../features/profile/routes.tsx";
import { buildCord } from "../../testing/cords.ts";
import { nothingShared, person } from "../../testing/factories.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildMember, buildProfile } from "../../testing/people.ts";
import type { Contact } from "./contact.ts";
import { ContactHost } from "./contact-host.tsx";

servePages();

let contact: Contact;
let requests: string[];

const asked = (mode: Contact["mode"], changes: Partial<Contact> = {}): Contact => ({
  mode,
  reason: null,
  conversationId: null,
  ...changes,
});

beforeEach(() => {
  contact = asked("open");
  requests = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia" }))),
    http.get("/api/users/:id", ({ params }) =>
      HttpResponse.json(buildProfile({ userId: String(params["id"]) })),
    ),
    http.get("/api/users/:id/cord", ({ params }) =>
      HttpResponse.json(buildCord(String(params["id"]))),
    ),
    http.get("/api/users/:id/posts", () => HttpResponse.json({ items: [], nextCursor: null })),
    http.get("/api/users/:id/contact", ({ params }) => {
      requests.push(String(params["id"]));
      return HttpResponse.json(contact);
    }),
  );
});

const withHost = (children: RouteObject[]): RouteObject[] => [
  {
    element: (
      <>
        <Outlet />
        <ContactHost />
      </>
    ),
    children: [...children, { path: "messages/:id", element: <h1>A conversation</h1> }],
  },
];

async function press() {
  const opened = openPage("/profile/kwame", ({ cache }) => withHost(profileRoutes(cache)));
  const [button] = await screen.findAllByRole("button", { name: "Message" });
  expect(requests).toEqual([]);
  await opened.member.click(button ?? document.body);
  return opened;
}

describe("the message button of a profile", () => {
  test("opens the existing conversation", async () => {
    contact = asked("open", { conversationId: "c1" });
    const { path } = await press();
    await waitFor(() => expect(path()).toBe("/messages/c1"));
    expect(requests).toEqual(["kwame"]);
  });

  test("starts a new conversation", async () => {
    const { address } = await press();
    await waitFor(() => expect(address()).toBe("/messages/new?to=kwame"));
  });

  test("explains a request before it is written", async () => {
    contact = asked("request");
    const { member, address } = await press();
    const name = "Send Kwame a message request?";
    const dialog = within(await screen.findByRole("dialog", { name }));
    expect(address()).toBe("/profile/kwame");
    await member.click(dialog.getByRole("button", { name: "Write request" }));
    await waitFor(() => expect(address()).toBe("/messages/new?to=kwame"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("opens a request that was sent before", async () => {
    contact = asked("request", { conversationId: "c2" });
    const { path } = await press();
    await waitFor(() => expect(path()).toBe("/messages/c2"));
  });

  test("shows the reason of a refusal", async () => {
    contact = asked("refused", { reason: "Kwame accepts messages from no one." });
    const { member, path } = await press();
    const dialog = await screen.findByRole("dialog", { name: "You cannot message Kwame" });
    expect(within(dialog).getByText("Kwame accepts messages from no one.")).toBeDefined();
    const [close] = within(dialog).getAllByRole("button", { name: "Close" });
    await member.click(close ?? document.body);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(path()).toBe("/profile/kwame");
  });

  test("is busy while the server is asked", async () => {
    server.use(http.get("/api/users/:id/contact", () => delay("infinite")));
    await press();
    const [button] = screen.getAllByRole("button", { name: "Message" });
    expect(button?.getAttribute("aria-busy")).toBe("true");
  });

  test("reports a failure and can be pressed again", async () => {
    server.use(
      http.get(
        "/api/users/:id/contact",
        () =>
          HttpResponse.json({ status: 404, code: "x", detail: "User not found" }, { status: 404 }),
        { once: true },
      ),
    );
    const { member, address } = await press();
    expect(await screen.findByText("User not found")).toBeDefined();
    const [button] = screen.getAllByRole("button", { name: "Message" });
    await member.click(button ?? document.body);
    await waitFor(() => expect(address()).toBe("/messages/new?to=kwame"));
  });

  test("is absent on a site without messages", async () => {
    openPage("/profile/kwame", ({ cache }) => profileRoutes(cache));
    await screen.findAllByRole("button", { name: "Follow" });
    expect(screen.queryByRole("button", { name: "Message" })).toBeNull();
  });
});

describe("the message button of a directory row", () => {
  const entry = (userId: string, isSelf: boolean): DirectoryEntry => ({
    ...person(userId),
    jobTitle: null,
    location: null,
    followersCount: 0,
    joinedDate: "2026-01-01T00:00:00Z",
    isFollowing: false,
    isSelf,
    shared: nothingShared,
  });
  const open = (row: DirectoryEntry) =>
    openPage("/", () =>
      withHost([{ path: "/", element: <PersonRow person={row} onOpen={() => undefined} /> }]),
    );

  test("asks the server only when pressed", async () => {
    const { member, address } = open(entry("kwame", false));
    const button = await screen.findByRole("button", { name: "Message Kwame Boateng" });
    expect(requests).toEqual([]);
    await member.click(button);
    await waitFor(() => expect(address()).toBe("/messages/new?to=kwame"));
  });

  test("is absent in the viewer's own row", async () => {
    open(entry("nadia", true));
    await screen.findByText("You");
    expect(screen.queryByRole("button", { name: /^Message/ })).toBeNull();
  });
});
