import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Me, UserProfile } from "../../api/types.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { buildCord, buildCordRow } from "../../testing/cords.ts";
import { buildMember, buildProfile } from "../../testing/people.ts";
import { profileRoutes } from "./routes.tsx";
import { wholeText } from "../../testing/whole-text.ts";

servePages();

let me: Me;
let kwame: UserProfile;
const sent: [string, unknown][] = [];

const refused = (status: number, detail: string, code = "refused") =>
  HttpResponse.json({ status, code, detail }, { status });

beforeEach(() => {
  me = buildMember({ id: "nadia", interests: ["Bridges"] });
  kwame = buildProfile({ userId: "kwame" });
  sent.length = 0;
  server.use(
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/users/:id", ({ params }) => {
      if (params.id === "kwame") return HttpResponse.json(kwame);
      if (params.id !== "nadia") return refused(404, "User not found");
      const viewer = { ...kwame.viewer, isSelf: true };
      return HttpResponse.json(
        buildProfile({ userId: "nadia", displayName: me.displayName, viewer }),
      );
    }),
    http.get("/api/users/kwame/cord", () => HttpResponse.json(buildCord("kwame"))),
    http.get("/api/me/cords", () =>
      HttpResponse.json({ items: [buildCordRow("ling", "Ling Zhao", 31)], nextCursor: null }),
    ),
    http.get("/api/users/:id/posts", () => HttpResponse.json({ items: [], nextCursor: null })),
    http.get("/api/users/:id/vouches", () => HttpResponse.json({ items: [], nextCursor: null })),
    http.get("/api/handles/:handle", ({ params }) => {
      const taken = params.handle === "taken";
      const reason = "This handle is already taken. Please choose another one.";
      return HttpResponse.json({
        handle: params.handle,
        available: !taken,
        reason: taken ? reason : null,
      });
    }),
    http.patch("/api/me", async ({ request }) => {
      const change: unknown = await request.json();
      sent.push(["profile", change]);
      me = Object.assign({}, me, change);
      return HttpResponse.json(me);
    }),
  );
});

const open = (path: string) => openPage(path, (app) => profileRoutes(app.cache));

describe("a profile", () => {
  test("shows the person, their memberships and counts", async () => {
    open("/profile/kwame");
    expect(await screen.findByRole("heading", { name: /Kwame Boateng/ })).toBeDefined();
    expect(screen.getAllByText("Principal engineer").length).toBeGreaterThan(0);
    expect(screen.getByText("Thirty years of other people’s bridges.")).toBeDefined();
    expect(screen.getByText("followers").textContent).toBe("7 followers");
    const places = within(screen.getByRole("complementary"));
    expect(places.getByRole("link", { name: "Northgate" })).toBeDefined();
  });

  test("shows the cord with the viewer and the vouches in a tab", async () => {
    const { member, address } = open("/profile/kwame");
    expect(await screen.findByRole("region", { name: "You and Kwame" })).toBeDefined();
    expect(screen.queryByRole("tab", { name: "Cords" })).toBeNull();
    await member.click(screen.getByRole("tab", { name: "Vouches" }));
    expect(await screen.findByText(wholeText("Kwame shows no vouches."))).toBeDefined();
    expect(address()).toBe("/profile/kwame?tab=vouches");
  });

  test("lists the viewer's cords on their own profile only", async () => {
    open("/profile?tab=cords");
    const list = within(await screen.findByRole("list", { name: "Your cords" }));
    expect(list.getByRole("link", { name: /Ling Zhao/ })).toBeDefined();
    const aside = within(screen.getByRole("complementary"));
    expect(aside.getByRole("heading", { name: "Strongest cords" })).toBeDefined();
    expect(screen.queryByRole("region", { name: /You and/ })).toBeNull();
  });

  test("is followed with one click", async () => {
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
    const { member } = open("/profile/kwame");
    const [follow] = await screen.findAllByRole("button", { name: "Follow" });
    await member.click(follow ?? document.body);
    expect((await screen.findAllByRole("button", { name: "Following" })).length).toBeGreaterThan(0);
  });

  test("is blocked after a confirmation", async () => {
    server.use(
      http.put("/api/users/kwame/block", () => {
        kwame = buildProfile({
          userId: "kwame",
          about: null,
          viewer: { ...kwame.viewer, isBlocked: true },
        });
        return HttpResponse.json({
          userId: "kwame",
          isFollowing: false,
          isBlocked: true,
          followersCount: 7,
        });
      }),
    );
    const { member } = open("/profile/kwame");
    const [more] = await screen.findAllByRole("button", { name: "More about this member" });
    await member.click(more ?? document.body);
    await member.click(await screen.findByRole("menuitem", { name: "Block Kwame" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Block Kwame?" }));
    await member.click(dialog.getByRole("button", { name: "Block" }));
    expect(await screen.findByText("You blocked Kwame.")).toBeDefined();
    expect(await screen.findByText(/You cannot find or follow each other/)).toBeDefined();
  });

  test("shows a card for a private profile", async () => {
    kwame = buildProfile({ userId: "kwame", about: null });
    open("/profile/kwame");
    expect(await screen.findByText(wholeText("Kwame keeps this profile private."))).toBeDefined();
    expect(screen.queryByRole("complementary")).toBeNull();
  });

  test("reports a missing profile", async () => {
    open("/profile/nobody");
    expect(await screen.findByRole("heading", { name: "User not found" })).toBeDefined();
  });

  test("allows retrying if the profile fails to load", async () => {
    let broken = true;
    server.use(
      http.get("/api/users/:id", () =>
        broken ? refused(500, "An error occurred.") : HttpResponse.json(kwame),
      ),
    );
    const { member } = open("/profile/kwame");
    const again = await screen.findByRole("button", { name: "Try Again" });
    broken = false;
    await member.click(again);
    expect(await screen.findByRole("heading", { name: /Kwame Boateng/ })).toBeDefined();
  });
});

describe("editing the own profile", () => {
  const handle = () => screen.findByRole("textbox", { name: "Handle" });

  test("validates the input and saves the rest", async () => {
    const { member, path } = open("/profile/edit");
    const job = await screen.findByRole("textbox", { name: "Job title" });
    await member.type(job, "Engineer");
    await member.type(screen.getByLabelText("Phone number"), "x");
    await member.click(screen.getByRole("button", { name: "Save profile" }));
    expect(await screen.findByText("Please enter a valid phone number")).toBeDefined();
    expect(sent).toEqual([]);
    await member.clear(screen.getByLabelText("Phone number"));
    await member.click(screen.getByRole("button", { name: "Save profile" }));
    expect(await screen.findByText("Your profile was saved.")).toBeDefined();
    expect(sent[0]?.[1]).toMatchObject({ jobTitle: "Engineer", interests: ["Bridges"] });
    expect(sent[0]?.[1]).not.toHaveProperty("handle");
    await waitFor(() => expect(path()).toBe("/profile"));
  });

  test("shows a handle's availability while typing", async () => {
    const { member } = open("/profile/edit");
    const field = await handle();
    await member.clear(field);
    await member.type(field, "taken");
    expect(
      await screen.findByText("This handle is already taken. Please choose another one."),
    ).toBeDefined();
    await member.clear(field);
    await member.type(field, "free.one");
    expect(await screen.findByText("Free")).toBeDefined();
    await member.clear(field);
    await member.type(field, "no spaces");
    await member.click(screen.getByRole("button", { name: "Save profile" }));
    expect(
      await screen.findByText(
        "A handle is made of the letters a to z, digits, dots, hyphens and underscores.",
      ),
    ).toBeDefined();
  });

  const saveWith = async (answer: () => Response) => {
    server.use(http.put("/api/me/handle", answer));
    const { member } = open("/profile/edit");
    const field = await handle();
    await member.clear(field);
    await member.type(field, "nora");
    await member.click(screen.getByRole("button", { name: "Save profile" }));
  };

  test.each([
    "This handle is already taken. Please choose another one.",
    "Profile updated, but your old handle couldn't be removed completely.",
  ])("keeps the form open if only the handle is refused: %s", async (words) => {
    await saveWith(() => refused(409, words));
    expect(await screen.findByText(words)).toBeDefined();
    expect(sent.length).toBe(1);
  });

  test("reports that the profile was saved but the handle was not", async () => {
    await saveWith(() => refused(403, "Your account is paused."));
    expect(
      await screen.findByText(
        "Permission denied when updating your handle. Your profile was updated, but your handle remains unchanged.",
      ),
    ).toBeDefined();
  });

  test("shows why a handle was refused", async () => {
    await saveWith(() => refused(503, "Service temporarily unavailable."));
    expect(
      await screen.findByText("Failed to update your handle. Service temporarily unavailable."),
    ).toBeDefined();
  });

  test.each([
    [403, "x", "Permission denied. Please try logging out and back in."],
    [404, "User not found", "User not found"],
    [500, "Out of paper", "An unexpected error occurred: Out of paper"],
  ])("shows the profile's message for %i", async (status, detail, words) => {
    server.use(http.patch("/api/me", () => refused(status, detail)));
    const { member } = open("/profile/edit");
    await member.click(await screen.findByRole("button", { name: "Save profile" }));
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe("the own picture", () => {
  const file = (type: string) => new File(["x"], "me", { type });

  test("is refused before upload if it is no picture", async () => {
    const { member } = open("/profile/edit");
    const input = await screen.findByLabelText("Picture file");
    Object.assign(input, { accept: "" });
    await member.upload(input, file("image/svg+xml"));
    expect(
      await screen.findByText("Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture."),
    ).toBeDefined();
  });

  test("is cropped with the keyboard and sent with its square", async () => {
    let form: FormData | null = null;
    const fetched = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (input !== "/api/me/picture" || !(init?.body instanceof FormData)) {
        return fetched(input, init);
      }
      form = init.body;
      me = { ...me, profilePicture: "/media/a-128.jpg", profilePictureLarge: "/media/a-512.jpg" };
      return Response.json(me);
    });
    URL.createObjectURL = vi.fn(() => "blob:picture");
    URL.revokeObjectURL = vi.fn();
    const { member } = open("/profile/edit");
    await member.upload(await screen.findByLabelText("Picture file"), file("image/png"));
    const dialog = within(await screen.findByRole("dialog", { name: "Choose the part to show" }));
    const shown = dialog.getByAltText("What will be shown");
    Object.defineProperty(shown, "naturalWidth", { value: 400 });
    Object.defineProperty(shown, "naturalHeight", { value: 200 });
    shown.dispatchEvent(new Event("load"));
    expect(dialog.getByRole("slider", { name: "Zoom" })).toBeDefined();
    await member.click(dialog.getByRole("button", { name: "Save picture" }));
    expect(await screen.findByText("Your picture was saved.")).toBeDefined();
    const part = (name: string) => (form === null ? null : form.get(name));
    expect([part("x"), part("y"), part("side")]).toEqual(["100", "0", "200"]);
    spy.mockRestore();
  });

  test.each([
    ["of a form that this browser cannot show", new File(["x"], "IMG_1.HEIC")],
    ["whose file says that it is one", new File(["x"], "me", { type: "image/avif" })],
  ])("%s is sent whole for the server to crop", async (_, chosen) => {
    let parts: string[] = [];
    const fetched = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      if (input !== "/api/me/picture" || !(init?.body instanceof FormData)) {
        return fetched(input, init);
      }
      parts = [...init.body.keys()];
      return Response.json(me);
    });
    URL.createObjectURL = vi.fn(() => "blob:picture");
    URL.revokeObjectURL = vi.fn();
    const { member } = open("/profile/edit");
    await member.upload(await screen.findByLabelText("Picture file"), chosen);
    const dialog = within(await screen.findByRole("dialog", { name: "Choose the part to show" }));
    dialog.getByAltText("What will be shown").dispatchEvent(new Event("error"));
    expect(await dialog.findByText(/This browser cannot display this picture/)).toBeDefined();
    expect(dialog.queryByRole("slider")).toBeNull();
    await member.click(dialog.getByRole("button", { name: "Save picture" }));
    expect(await screen.findByText("Your picture was saved.")).toBeDefined();
    expect(parts).toEqual(["file"]);
    spy.mockRestore();
  });

  test("refuses a picture that the browser cannot decode", async () => {
    URL.createObjectURL = vi.fn(() => "blob:picture");
    URL.revokeObjectURL = vi.fn();
    const { member } = open("/profile/edit");
    await member.upload(await screen.findByLabelText("Picture file"), file("image/png"));
    (await screen.findByAltText("What will be shown")).dispatchEvent(new Event("error"));
    expect(
      await screen.findByText("This picture cannot be read. Please choose another one."),
    ).toBeDefined();
  });

  test("is removed", async () => {
    me = buildMember({ id: "nadia", profilePicture: "/media/a-128.jpg" });
    server.use(
      http.delete("/api/me/picture", () => {
        me = buildMember({ id: "nadia" });
        return HttpResponse.json(me);
      }),
    );
    const { member } = open("/profile/edit");
    await member.click(await screen.findByRole("button", { name: "Remove picture" }));
    expect(await screen.findByText("Your picture was removed.")).toBeDefined();
    expect(await screen.findByRole("button", { name: "Add a picture" })).toBeDefined();
  });
});
