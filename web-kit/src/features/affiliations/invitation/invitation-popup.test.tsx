import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { Link } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../../../api/keys.ts";
import type { Affiliation, Boot, Invitation, Me } from "../../../api/types.ts";
import { MemberLayout } from "../../../shell/member-layout.tsx";
import {
  affiliation,
  singlePage,
  invitation,
  questionnaire,
  affiliationRefusal,
} from "../../../testing/affiliations.ts";
import {
  boot,
  type OpenedPage,
  openPage,
  servePages,
  server,
} from "../../../testing/open-page.tsx";
import { buildMember, buildPortal, portalMembership } from "../../../testing/people.ts";
import { pressTwice } from "../../../testing/press-twice.ts";
import { affiliationPageRoutes } from "../routes.tsx";
import { wholeText } from "../../../testing/whole-text.ts";

servePages();

let me: Me;
/** The server's invitations, and the requests that it received about them. */
let known: Invitation[];
let told: string[];
let reads: number;

beforeEach(() => {
  me = buildMember({ pendingInvitation: "n1" });
  known = [invitation("n1")];
  told = [];
  reads = 0;
  server.use(
    http.get("/api/me", () => {
      reads += 1;
      return HttpResponse.json(me);
    }),
    http.get("/api/transfer/targets", () => HttpResponse.json(singlePage([]))),
    http.get("/api/invitations/:id", ({ params }) => {
      const found = known.find(({ id }) => id === params["id"]);
      return found ? HttpResponse.json(found) : refused(404, "Invitation not found");
    }),
    http.post("/api/invitations/:id/:action", ({ params }) => {
      told.push(`${String(params["action"])} ${String(params["id"])}`);
      return new HttpResponse(null, { status: 204 });
    }),
    http.get("/api/affiliations/:id", () => HttpResponse.json(affiliation({ mayApply: true }))),
    http.get("/api/affiliations/oak/questionnaire", () => HttpResponse.json(questionnaire())),
    http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage([]))),
  );
});

const refused = (status: number, detail: string) =>
  HttpResponse.json(affiliationRefusal(status, detail), { status });
const fail = (action: string, answer: () => Response) =>
  server.use(http.post(`/api/invitations/:id/${action}`, answer));
const wordless = () => new HttpResponse(null, { status: 500 });

function Elsewhere() {
  return (
    <>
      <input aria-label="Words" />
      <Link to="/home">Back</Link>
      <Link to="/in-public">Out</Link>
    </>
  );
}

/** A member's screen with a field and a dialog that keep the member busy. */
const openScreen = (changes: Partial<Boot> = {}) =>
  openPage(
    "/home",
    ({ cache }) => [
      ...affiliationPageRoutes(cache),
      { path: "/in-public", element: <Link to="/home">Home</Link> },
      {
        element: <MemberLayout />,
        children: [
          { path: "/home", element: <Link to="/elsewhere">Something to do</Link> },
          { path: "/elsewhere", element: <Elsewhere /> },
        ],
      },
    ],
    changes,
  );

const dialog = (name = "Join Oak House?") => screen.findByRole("dialog", { name });

/** Opens the screen and waits for the popup. */
async function open(changes: Partial<Boot> = {}) {
  const page = openScreen(changes);
  const popup = within(await dialog());
  const press = (name: string) => page.member.click(popup.getByRole("button", { name }));
  return { ...page, popup, press };
}

/** Opens the screen and waits until it is certain that there is no popup. */
async function openAlone() {
  const page = openScreen();
  await screen.findByText("Something to do");
  await settled(page);
  expect(screen.queryByRole("dialog")).toBeNull();
  return page;
}

/** Refetches the member, as a live event does. */
const hear = ({ app }: OpenedPage) => act(() => app.cache.invalidateQueries({ queryKey: keys.me }));

/** All requests have finished, and React has rendered their results. */
async function settled({ app }: OpenedPage) {
  await waitFor(() => expect(app.cache.isFetching()).toBe(0));
  await act(() => new Promise((done) => setTimeout(done)));
}

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const to = (changes: Partial<Affiliation>) => affiliation({ mayApply: true }, changes);

describe("an invitation", () => {
  test("names the affiliation, the inviter and the benefits", async () => {
    const { popup } = await open();
    expect(popup.getByText("Recommended")).toBeTruthy();
    const described = (await dialog()).getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("For those who like old trees.");
    expect(popup.getByText(wholeText("Personally recommended by Owen Pritchard"))).toBeTruthy();
    expect(popup.queryByRole("link")).toBeNull();
    expect(popup.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Its communities, open to its members",
      "The Oak House hallmark next to your name",
      "A directory of 12 members",
      "A place on your profile, shown or hidden as you choose",
    ]);
  });

  test.each<[string, Partial<Boot>, Partial<Me>]>([
    ["on main", {}, {}],
    [
      "in front of a portal",
      { portal: buildPortal, mode: "whitelabel", brand: { ...boot.brand, name: "Oak House" } },
      { portalMembership: { ...portalMembership, isMember: false } },
    ],
  ])("by the network shows its name and the code's message, %s", async (_, site, mine) => {
    me = buildMember({ pendingInvitation: "n1", ...mine });
    const message = "You are in the college register.";
    known = [invitation("n1", { invitedBy: null, message })];
    const { popup } = await open(site);
    expect(popup.getByText(wholeText("Personally recommended by Guildhall"))).toBeTruthy();
    expect(popup.getByText(message)).toBeTruthy();
  });

  test.each([
    ["has its tagline", "Old trees.", "Old trees."],
    ["is not described", null, undefined],
  ])("omits the description of an affiliation without one %s", async (_, tagline, words) => {
    known = [invitation("n1", { affiliation: to({ tagline }) })];
    await open();
    const described = (await dialog()).getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe(words);
  });

  test.each([true, false])("uses the brand colour of an open portal: %s", async (isActive) => {
    const brand = { brandName: "Oak", brandColour: "#6e1f3e", brandLogo: null };
    known = [
      invitation("n1", {
        affiliation: to({ subdomainConfig: { subdomain: "oak", isActive, ...brand } }),
      }),
    ];
    await open();
    const worn = (await dialog()).style.getPropertyValue("--brand");
    expect(worn.includes("#6e1f3e")).toBe(isActive);
  });
});

describe("it is shown", () => {
  const changed: Me["legal"] = { acknowledged: true, changed: ["privacy-policy"] };
  const deletionDueAt = "2099-01-01T10:00:00Z";

  test("once, even if the server still returns it as pending", async () => {
    const page = await open();
    await waitFor(() => expect(told).toEqual(["view n1"]));
    me = buildMember();
    await hear(page);
    expect(await dialog()).toBeTruthy();
    await page.press("Maybe Later");
    await gone();
    expect(told).toEqual(["view n1", "dismiss n1"]);
  });

  test("not again after the member navigated on without an answer", async () => {
    const page = await open();
    await waitFor(() => expect(told).toEqual(["view n1"]));
    // Activates the buttons as the browser does.
    fireEvent.click(screen.getByText("Something to do"));
    fireEvent.click(await screen.findByText("Out"));
    await page.member.click(await screen.findByRole("link", { name: "Home" }));
    await screen.findByText("Something to do");
    await settled(page);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(told).toEqual(["view n1"]);
  });

  test("shows an invitation received live and restores the focus afterwards", async () => {
    me = buildMember();
    const page = await openAlone();
    const link = screen.getByText("Something to do");
    link.focus();
    me = buildMember({ pendingInvitation: "n1" });
    await hear(page);
    const popup = await dialog();
    await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true));
    await page.member.keyboard("{Escape}");
    await gone();
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  test("waits for the next navigation while the member is busy", async () => {
    me = buildMember();
    const page = await openAlone();
    await page.member.click(screen.getByText("Something to do"));
    await page.member.type(await screen.findByLabelText("Words"), "Half a sen");
    me = buildMember({ pendingInvitation: "n1" });
    await hear(page);
    await settled(page);
    expect(screen.queryByRole("dialog")).toBeNull();
    await page.member.keyboard("tence");
    expect(screen.getByLabelText<HTMLInputElement>("Words").value).toBe("Half a sentence");
    await page.member.click(screen.getByText("Back"));
    expect(await dialog()).toBeTruthy();
  });

  test("after the open one was answered", async () => {
    known.push(invitation("n2", { affiliation: to({ id: "elm", name: "Elm House" }) }));
    const page = await open();
    me = buildMember({ pendingInvitation: "n2" });
    await hear(page);
    await settled(page);
    expect(screen.queryByRole("dialog", { name: "Join Elm House?" })).toBeNull();
    await page.press("Maybe Later");
    expect(await dialog("Join Elm House?")).toBeTruthy();
    await waitFor(() => expect(told).toEqual(["view n1", "dismiss n1", "view n2"]));
  });

  test.each([
    ["in the server's words", () => refused(503, "Come back later"), "Come back later"],
    ["in the page's", wordless, "Failed to update invitation status"],
  ])("although marking it as seen failed, which is reported %s", async (_, answer, words) => {
    fail("view", answer);
    await open();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(await dialog()).toBeTruthy();
  });

  test.each<[string, Partial<Me>, string | null]>([
    ["the documents are agreed to", { legal: { acknowledged: false, changed: [] } }, null],
    ["the documents' changes are agreed to", { legal: changed }, "Legal Documents Updated"],
    ["it is settled whether they stay", { deletionDueAt }, "Your account will be deleted"],
  ])("only when %s", async (_, standing, inTheWay) => {
    me = buildMember({ pendingInvitation: "n1", ...standing });
    const page = openScreen();
    await screen.findByText("Something to do");
    if (inTheWay !== null) await dialog(inTheWay);
    await settled(page);
    expect(screen.queryByText("Join Oak House?")).toBeNull();
    expect(told).toEqual([]);
    me = buildMember({ pendingInvitation: "n1" });
    await hear(page);
    expect(await dialog()).toBeTruthy();
  });

  test("gives way to popups with precedence", async () => {
    const page = await open();
    me = buildMember({ legal: changed });
    await hear(page);
    await dialog("Legal Documents Updated");
    expect(screen.queryByText("Join Oak House?")).toBeNull();
    me = buildMember();
    await hear(page);
    expect(await dialog()).toBeTruthy();
    expect(told).toEqual(["view n1"]);
  });
});

describe("nothing is shown", () => {
  test("shows nothing if the invitation cannot be loaded", async () => {
    known = [];
    await openAlone();
    expect(screen.queryByText("Invitation not found")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each<[string, Partial<Invitation>]>([
    ["there is no asking to belong", { affiliation: affiliation() }],
    ["it was seen in another tab", { status: "viewed" }],
  ])("if %s", async (_, changes) => {
    known = [invitation("n1", changes)];
    await openAlone();
    expect(told).toEqual([]);
  });
});

describe("it is dismissed", () => {
  const scrim = () => document.querySelector(".bg-scrim") ?? document.body;
  const ways: [string, (page: Awaited<ReturnType<typeof open>>) => Promise<void>][] = [
    [
      "Maybe Later, and once if it is pressed twice",
      ({ popup }) => pressTwice(popup.getByRole("button", { name: "Maybe Later" })),
    ],
    ["the close button", ({ press }) => press("Close")],
    ["Escape", ({ member }) => member.keyboard("{Escape}")],
    ["a click outside", ({ member }) => member.click(scrim())],
  ];
  test.each(ways)("can be dismissed by %s", async (_, putOff) => {
    const page = await open();
    const before = reads;
    await putOff(page);
    await gone();
    expect(await screen.findByText("Invitation dismissed")).toBeTruthy();
    expect(told).toEqual(["view n1", "dismiss n1"]);
    // The next pending invitation is requested.
    await waitFor(() => expect(reads).toBeGreaterThan(before));
  });

  test.each([
    ["in the server's words", () => refused(404, "Invitation not found"), "Invitation not found"],
    ["in the page's", wordless, "Failed to dismiss invitation"],
    [
      "without a network",
      () => HttpResponse.error(),
      "Network error. Please check your connection and try again.",
    ],
  ])(
    "reports a failed dismissal and does not show the invitation again %s",
    async (_, answer, words) => {
      fail("view", wordless);
      fail("dismiss", answer);
      const page = await open();
      await page.press("Maybe Later");
      expect(await screen.findByText(words)).toBeTruthy();
      await gone();
      // The server still returns it as pending.
      await hear(page);
      await settled(page);
      await page.member.click(screen.getByText("Something to do"));
      await screen.findByLabelText("Words");
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  test("but not by dismissing a toast", async () => {
    fail("view", wordless);
    await open();
    const words = await screen.findByText("Failed to update invitation status");
    const away = words.parentElement?.querySelector("button") ?? document.body;
    fireEvent.pointerDown(away);
    fireEvent.click(away);
    expect(words.isConnected).toBe(false);
    expect(await dialog()).toBeTruthy();
    expect(told).toEqual([]);
  });
});

describe("it is accepted", () => {
  test("once, and opens the application", async () => {
    const { popup, path } = await open();
    await pressTwice(popup.getByRole("button", { name: "Apply Now" }));
    expect(await screen.findByText("Opening application form for Oak House")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Apply to Join Oak House" })).toBeTruthy();
    expect(path()).toBe("/affiliation/oak-house/apply");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(told).toEqual(["view n1", "accept n1"]);
  });

  test("opens the page after acceptance even if it was closed to the member before", async () => {
    me = buildMember();
    const page = await openAlone();
    page.app.cache.setQueryData(keys.affiliation("oak-house"), null);
    me = buildMember({ pendingInvitation: "n1" });
    await hear(page);
    await page.member.click(within(await dialog()).getByRole("button", { name: "Apply Now" }));
    expect(await screen.findByRole("heading", { name: "Apply to Join Oak House" })).toBeTruthy();
  });

  test.each([
    ["in the server's words", () => refused(500, "Failed to accept invitation"), /accept/],
    ["in the page's", wordless, /^Failed to process invitation$/],
    ["without a network", () => HttpResponse.error(), /^Network error\./],
  ])("shows the error %s and allows retrying a failed acceptance", async (_, answer, words) => {
    server.use(http.post("/api/invitations/:id/accept", answer, { once: true }));
    const { popup, press, path } = await open();
    await press("Apply Now");
    await waitFor(() => expect(popup.getByRole("alert").textContent).toMatch(words));
    const again = popup.getByRole("button", { name: "Apply Now" });
    expect(again.getAttribute("aria-busy")).toBeNull();
    expect(path()).toBe("/home");
    await press("Apply Now");
    await waitFor(() => expect(path()).toBe("/affiliation/oak-house/apply"));
    expect(told).toEqual(["view n1", "accept n1"]);
  });
});
