import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { Outlet } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import type { UserProfile } from "../../../api/types.ts";
import { ContactHost } from "../../../shell/contact/contact-host.tsx";
import { buildCord } from "../../../testing/cords.ts";
import { person } from "../../../testing/factories.ts";
import { openPage, servePages, server } from "../../../testing/open-page.tsx";
import { buildMember, buildProfile } from "../../../testing/people.ts";
import { wholeText } from "../../../testing/whole-text.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ParticipantStack } from "../../person-card/participant-stack.tsx";
import { PersonPicture, PersonTrigger } from "../../person-card/person-trigger.tsx";
import type { CardPerson } from "../../person-card/card-part.ts";

servePages();

let kwame: UserProfile;
let requests: string[];

beforeEach(() => {
  kwame = buildProfile({ userId: "kwame" });
  requests = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ id: "nadia" }))),
    http.get("/api/users/kwame", () => {
      requests.push("profile");
      return HttpResponse.json(kwame);
    }),
    http.put("/api/users/kwame/follow", () => new HttpResponse(null, { status: 204 })),
    http.get("/api/users/kwame/cord", () => HttpResponse.json(buildCord("kwame"))),
  );
});

function open(shown: CardPerson) {
  return openPage("/", () => [
    {
      element: (
        <>
          <Outlet />
          <ContactHost />
        </>
      ),
      children: [
        {
          path: "/",
          element: (
            <>
              <span data-testid="picture">
                <PersonPicture person={shown} size={36} />
              </span>
              <PersonTrigger person={shown} />
              <button type="button">Elsewhere</button>
            </>
          ),
        },
        { path: "messages/new", element: <h1>A conversation</h1> },
        { path: "profile/:id", element: <h1>A profile</h1> },
      ],
    },
  ]);
}

const NAME = "Kwame Boateng";
const trigger = () => screen.findByRole("button", { name: NAME });
const card = () => screen.findByRole("dialog", { name: NAME });

/** Narrows the window, so that the card is a bottom sheet. */
function usePhone() {
  Object.defineProperty(window, "matchMedia", {
    value: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
    configurable: true,
    writable: true,
  });
}

describe("the card of a person", () => {
  test("opens with a click and loads only then", async () => {
    const { member } = open({ ...person("kwame"), affiliationName: "NSCE" });
    const name = await trigger();
    expect(name.getAttribute("aria-expanded")).toBe("false");
    expect(requests).toEqual([]);
    await member.click(name);
    const dialog = within(await card());
    expect(dialog.getByText("NSCE")).toBeDefined();
    expect(dialog.getByRole("img", { name: "Verified" })).toBeDefined();
    expect(await dialog.findByText(/Principal engineer/)).toBeDefined();
    expect(await dialog.findByRole("img", { name: /^Cord strength/ })).toBeDefined();
    expect(dialog.getByRole("link", { name: "Profile" }).getAttribute("href")).toBe(
      "/profile/kwame",
    );
    expect(name.getAttribute("aria-expanded")).toBe("true");
    await member.click(name);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("opens with Enter, takes the focus, and returns it on Escape", async () => {
    const { member } = open(person("kwame"));
    const name = await trigger();
    name.focus();
    await member.keyboard("{Enter}");
    const dialog = await card();
    await waitFor(() => expect(document.activeElement).toBe(dialog));
    await within(dialog).findByRole("button", { name: "Follow" });
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(name));
  });

  test("leaves the focus to what is clicked elsewhere", async () => {
    const { member } = open(person("kwame"));
    await member.click(await trigger());
    await card();
    const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
    await member.click(elsewhere);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(elsewhere);
  });

  test("opens with a click on the picture", async () => {
    const { member } = open(person("kwame"));
    await trigger();
    const picture = screen.getByTestId("picture").querySelector("[data-slot=avatar]");
    await member.click(picture ?? document.body);
    expect(await card()).toBeDefined();
  });

  test("opens when a mouse rests on the name, without taking the focus", async () => {
    const { member } = open(person("kwame"));
    await member.hover(await trigger());
    fireEvent.pointerEnter(await trigger(), { pointerType: "mouse" });
    const dialog = await card();
    expect(dialog.contains(document.activeElement)).toBe(false);
    fireEvent.pointerLeave(await trigger(), { pointerType: "mouse" });
    fireEvent.pointerEnter(dialog, { pointerType: "mouse" });
    await within(dialog).findByRole("button", { name: "Follow" });
    fireEvent.pointerLeave(dialog, { pointerType: "mouse" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("is a bottom sheet on a phone, and does not open by hovering", async () => {
    usePhone();
    const { member } = open(person("kwame"));
    fireEvent.pointerEnter(await trigger(), { pointerType: "mouse" });
    await member.click(await trigger());
    const dialog = await card();
    await within(dialog).findByRole("button", { name: "Follow" });
    await member.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(await trigger());
  });

  test("follows and unfollows", async () => {
    server.use(
      http.put("/api/users/kwame/follow", () => {
        kwame = buildProfile({ userId: "kwame", viewer: { ...kwame.viewer, isFollowing: true } });
        return HttpResponse.json({
          userId: "kwame",
          isFollowing: true,
          isBlocked: false,
          followersCount: 8,
        });
      }),
    );
    const { member } = open(person("kwame"));
    await member.click(await trigger());
    const dialog = within(await card());
    await member.click(await dialog.findByRole("button", { name: "Follow" }));
    expect(await dialog.findByRole("button", { name: "Following", pressed: true })).toBeDefined();
  });

  test("starts a conversation", async () => {
    server.use(
      http.get("/api/users/kwame/contact", () =>
        HttpResponse.json({ mode: "open", reason: null, conversationId: null }),
      ),
    );
    const { member, address } = open(person("kwame"));
    await member.click(await trigger());
    await member.click(await within(await card()).findByRole("button", { name: "Message" }));
    await waitFor(() => expect(address()).toBe("/messages/new?to=kwame"));
  });

  test("opens the profile", async () => {
    const { member, path } = open({ ...person("kwame"), handle: "kboateng" });
    await member.click(await trigger());
    await member.click(await within(await card()).findByRole("link", { name: "Profile" }));
    expect(path()).toBe("/profile/kboateng");
  });

  test("of the viewer links to their profile and its editor only", async () => {
    const { member } = open(person("nadia", "Nadia Rahman"));
    await member.click(await screen.findByRole("button", { name: "Nadia Rahman" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Nadia Rahman" }));
    expect(dialog.getByRole("link", { name: "Edit profile" })).toBeDefined();
    expect(dialog.getByRole("link", { name: "Profile" })).toBeDefined();
    expect(dialog.queryByRole("button")).toBeNull();
    expect(requests).toEqual([]);
  });

  test("of a blocked person offers to unblock them", async () => {
    kwame = buildProfile({
      userId: "kwame",
      about: null,
      viewer: { ...kwame.viewer, isBlocked: true },
    });
    const { member } = open(person("kwame"));
    await member.click(await trigger());
    const dialog = within(await card());
    expect(
      await dialog.findByText(
        wholeText("You blocked Kwame. You cannot find or follow each other."),
      ),
    ).toBeDefined();
    expect(dialog.getByRole("button", { name: "Unblock" })).toBeDefined();
    expect(dialog.queryByRole("button", { name: "Follow" })).toBeNull();
  });

  test("explains a profile that is hidden from the viewer", async () => {
    const missing = { status: 404, code: "not-found", detail: "User not found" };
    server.use(http.get("/api/users/kwame", () => HttpResponse.json(missing, { status: 404 })));
    const { member } = open(person("kwame"));
    await member.click(await trigger());
    const dialog = within(await card());
    const text = "This profile does not exist or is not visible to you.";
    expect(await dialog.findByText(text)).toBeDefined();
    expect(dialog.queryByRole("link")).toBeNull();
  });

  test("shows that it is loading, and can be retried after a failure", async () => {
    const failure = { status: 500, code: "internal", detail: "An error occurred." };
    server.use(
      http.get(
        "/api/users/kwame",
        async () => {
          await delay(50);
          return HttpResponse.json(failure, { status: 500 });
        },
        { once: true },
      ),
    );
    const { member } = open(person("kwame"));
    await member.click(await trigger());
    const dialog = within(await card());
    expect(dialog.getByRole("status", { name: "Loading profile" })).toBeDefined();
    await dialog.findByRole("alert");
    await member.click(dialog.getByRole("button", { name: "Try Again" }));
    expect(await dialog.findByRole("button", { name: "Follow" })).toBeDefined();
  });
});

test("a card within a dialog closes without the dialog", async () => {
  const { member } = openPage("/", () => [
    {
      path: "/",
      element: (
        <Dialog open title="Members" onOpenChange={() => undefined}>
          <PersonTrigger person={person("kwame")} />
        </Dialog>
      ),
    },
  ]);
  const members = within(await screen.findByRole("dialog", { name: "Members" }));
  const name = members.getByRole("button", { name: NAME });
  await member.click(name);
  const shown = within(await card());
  await member.click(await shown.findByRole("button", { name: "Follow" }));
  expect(screen.getByRole("dialog", { name: NAME })).toBeDefined();
  await member.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: NAME })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Members" })).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(name));
});

test("a deleted account has no card", async () => {
  open({ ...person("gone", "Former member"), isVerified: false, affiliationName: null });
  expect(await screen.findByText("Former member")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Former member" })).toBeNull();
});

test("pictures without names are buttons with names", async () => {
  const people = [person("kwame"), person("ling", "Ling Zhao")];
  const { member } = openPage("/", () => [
    { path: "/", element: <ParticipantStack people={people} more={3} size={26} /> },
  ]);
  expect(await screen.findByText("+3")).toBeDefined();
  expect(screen.getByRole("button", { name: "About Ling Zhao" })).toBeDefined();
  await member.click(screen.getByRole("button", { name: `About ${NAME}` }));
  expect(await card()).toBeDefined();
});
