import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { LegalKey, Me } from "../../../api/types.ts";
import { doorRoutes } from "../../../routes/door-routes.tsx";
import type { App } from "../../../shell/app.ts";
import { type Opened, openPage, server, servePages } from "../../../testing/open-page.tsx";
import { progressAtTheBeginning, progressServer } from "../../../testing/onboarding-server.ts";
import { aMember, nothingToDo } from "../../../testing/people.ts";
import { type Progress, withAgreement, withReading } from "./progress.ts";

servePages();
beforeEach(() => sessionStorage.clear());

const routes = (app: App) =>
  doorRoutes(app, {
    open: [],
    member: [
      { path: "communities", element: <h1>My Communities</h1> },
      { path: "communities/:communityId", element: <h1>Bridges</h1> },
    ],
  });

const unread = {
  ...nothingToDo,
  needsTerms: true,
  needsGuidelines: true,
  needsPrivacy: true,
  complete: false,
};
const newcomer = aMember({ onboarding: unread });
const titles = ["Terms of Service", "Community Guidelines", "Privacy Policy"] as const;
const unable: Record<(typeof titles)[number], string> = {
  "Terms of Service": "Unable to load Terms of Service. Please contact support.",
  "Community Guidelines": "Unable to load Community Guidelines. Please contact support.",
  "Privacy Policy": "Unable to load Privacy Policy. Please contact support.",
};

/** The position that the server has stored, and every one that was sent. */
const world = { stored: progressAtTheBeginning(), saved: [] as Progress[] };

beforeEach(() => {
  world.stored = progressAtTheBeginning();
  world.saved = [];
});

function serve(me: Me) {
  server.use(
    ...progressServer(world),
    http.get("/api/me", () => HttpResponse.json(me)),
    http.get("/api/transfer/targets", () => HttpResponse.json({ items: [] })),
  );
}

const aDocument = {
  id: "1",
  key: "terms-of-service",
  title: "A document",
  content: "Text",
  html: "<p>Text</p>",
  lastUpdated: "2026-09-01T00:00:00Z",
  version: 1,
  effectiveDate: "2026-09-01",
};

/** Serves the documents, each only once it is let go. */
function holdDocuments(): () => void {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  server.use(
    http.get("/api/legal/:key", async () => {
      await held;
      return HttpResponse.json(aDocument);
    }),
  );
  return letGo;
}

/** A text that is longer than its box, as in a browser with a layout. */
function longTexts() {
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(1400);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
}

async function readAndAgree(member: Opened["member"], title: string) {
  const box = await screen.findByRole("checkbox", {
    name: `I have read and agree to the ${title}`,
  });
  await screen.findByText("Text");
  screen.getByRole("region", { name: `${title}, full text` }).dispatchEvent(new Event("scroll"));
  await waitFor(() => expect(box.hasAttribute("disabled")).toBe(false));
  await member.click(box);
}

describe("the first step", () => {
  test("says what is done, and lets nobody on before the address is proven", async () => {
    serve(newcomer);
    const { app } = openPage("/welcome", routes);
    const on = await screen.findByRole("button", { name: "Continue Setup" });
    expect(screen.getByText("Verified")).toBeTruthy();
    expect(screen.getAllByText("To read")).toHaveLength(3);
    expect(on.hasAttribute("disabled")).toBe(false);
    expect(screen.queryByRole("link", { name: "Verify Email" })).toBeNull();

    // Staff have marked the account while its owner stood here.
    serve(aMember({ onboarding: { ...unread, needsEmailVerification: true } }));
    await app.cache.invalidateQueries();
    expect(await screen.findByText("Not verified yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Verify Email" }).getAttribute("href")).toBe(
      "/verify-email",
    );
    expect(screen.getByRole("button", { name: "Continue Setup" }).hasAttribute("disabled")).toBe(
      true,
    );
  });

  test("may be declined, which signs out", async () => {
    serve(newcomer);
    server.use(
      http.post("/api/usersSignout", () => {
        document.cookie = "csst_present=; max-age=0";
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member, path } = openPage("/welcome", routes);
    const [decline] = await screen.findAllByRole("button", { name: "Decline & Step Away" });
    if (decline) await member.click(decline);
    await waitFor(() => expect(path()).toBe("/login"));
  });

  test("names the way to support", async () => {
    serve(newcomer);
    openPage("/welcome", routes);
    const [mail] = await screen.findAllByRole("link", { name: "Support" });
    expect(mail?.getAttribute("href")).toMatch(/^mailto:support@/);
  });

  test("leads to the support desk where the door has one", async () => {
    serve(newcomer);
    openPage("/welcome", (app) => [{ path: "support", element: <h1>Support</h1> }, ...routes(app)]);
    const [link] = await screen.findAllByRole("link", { name: "Support" });
    expect(link?.getAttribute("href")).toBe("/support");
  });
});

describe("who has no business in the wizard", () => {
  test("somebody who is through goes to their communities", async () => {
    serve(aMember());
    const { path } = openPage("/welcome", routes);
    await waitFor(() => expect(path()).toBe("/communities"));
  });

  test("somebody unverified goes to the waiting screen", async () => {
    serve(aMember({ onboarding: { ...unread, needsEmailVerification: true } }));
    const { path } = openPage("/welcome", routes);
    await waitFor(() => expect(path()).toBe("/verify-email"));
  });
});

describe("a document", () => {
  test("End pressed before its text has come is not lost", async () => {
    longTexts();
    serve(newcomer);
    const letGo = holdDocuments();
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const text = screen.getByRole("region", { name: "Terms of Service, full text" });
    expect(text.getAttribute("aria-busy")).toBe("true");
    expect(document.activeElement).toBe(text);
    await member.keyboard("{End}");
    letGo();
    await screen.findByText("Text");
    expect(text.scrollTop).toBe(1400);
  });

  test("stays at its beginning when nobody asked for its end", async () => {
    longTexts();
    serve(newcomer);
    const letGo = holdDocuments();
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await member.keyboard("{End}{Home}");
    letGo();
    await screen.findByText("Text");
    expect(screen.getByRole("region", { name: "Terms of Service, full text" }).scrollTop).toBe(0);
    const box = screen.getByRole("checkbox");
    expect(box.hasAttribute("disabled")).toBe(true);
    expect(screen.getByText("Read to the end of the text to unlock this.")).toBeTruthy();
  });

  test.each(titles)("that cannot be loaded says so: %s", async (title) => {
    const before = titles.slice(0, titles.indexOf(title));
    serve(
      aMember({
        onboarding: {
          ...unread,
          needsTerms: !before.includes("Terms of Service"),
          needsGuidelines: !before.includes("Community Guidelines"),
        },
      }),
    );
    server.use(http.get("/api/legal/:key", () => new HttpResponse(null, { status: 500 })));
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    for (const _ of before) await member.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText(unable[title])).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });
});

describe("the end", () => {
  async function toTheEnd(path: string): Promise<Opened> {
    const opened = openPage(path, routes);
    await opened.member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    for (const title of titles) {
      await readAndAgree(opened.member, title);
      const on = screen.getByRole("button", {
        name: title === "Privacy Policy" ? "Join" : "Continue",
      });
      await opened.member.click(on);
    }
    return opened;
  }

  beforeEach(() => {
    serve(newcomer);
    server.use(http.get("/api/legal/:key", () => HttpResponse.json(aDocument)));
  });

  test("leads where the member wanted to go", async () => {
    server.use(
      http.post("/api/me/onboarding", () => {
        serve(aMember());
        return HttpResponse.json(aMember());
      }),
    );
    const { path } = await toTheEnd("/communities/42");
    expect(await screen.findByText("Welcome to your verified communities!")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/communities/42"));
  });

  test("that fails says so and stays", async () => {
    server.use(http.post("/api/me/onboarding", () => new HttpResponse(null, { status: 500 })));
    const { path } = await toTheEnd("/welcome");
    expect(
      await screen.findByText("There was an error completing your onboarding. Please try again."),
    ).toBeTruthy();
    expect(path()).toBe("/welcome");
  });

  test("is refused in the server's words", async () => {
    const detail =
      "You must agree to the community guidelines, privacy policy, and terms of service to continue";
    server.use(
      http.post("/api/me/onboarding", () =>
        HttpResponse.json({ status: 422, code: "agreements-required", detail }, { status: 422 }),
      ),
    );
    await toTheEnd("/welcome");
    expect(await screen.findByText(detail)).toBeTruthy();
  });

  test("shows somebody who has become unverified what is missing", async () => {
    server.use(
      http.post("/api/me/onboarding", () => {
        serve(aMember({ onboarding: { ...unread, needsEmailVerification: true } }));
        return HttpResponse.json(
          { status: 403, code: "email-not-verified", detail: "Please verify" },
          { status: 403 },
        );
      }),
    );
    await toTheEnd("/welcome");
    expect(await screen.findByRole("link", { name: "Verify Email" })).toBeTruthy();
  });
});

describe("the position in the wizard", () => {
  beforeEach(() => {
    serve(newcomer);
    server.use(http.get("/api/legal/:key", () => HttpResponse.json(aDocument)));
  });

  const readWholly = (progress: Progress, key: LegalKey) =>
    withAgreement(withReading(progress, key, 1, true), key, true);

  /** The terms are agreed to, the guidelines are read half. */
  function halfWay(): Progress {
    const terms = readWholly(progressAtTheBeginning(), "terms-of-service");
    return { ...withReading(terms, "community-guidelines", 0.5, false), step: 2 };
  }

  const boxOf = (title: string) =>
    screen.findByRole<HTMLInputElement>("checkbox", {
      name: `I have read and agree to the ${title}`,
    });
  const textOf = (title: string) => screen.findByRole("region", { name: `${title}, full text` });

  test("is saved with every step and every box", async () => {
    const { member, address } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(1));
    await readAndAgree(member, "Terms of Service");
    await waitFor(() => expect(world.saved.at(-1)?.documents[0]?.agreed).toBe(true));
    await member.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(2));
    expect(address()).toBe("/welcome?step=3");
  });

  test("shows a ticked box as ticked before anything else happens", async () => {
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const box = await boxOf("Terms of Service");
    await screen.findByText("Text");
    fireEvent.scroll(await textOf("Terms of Service"));
    expect(box.disabled).toBe(false);
    fireEvent.click(box);
    expect(box.checked).toBe(true);
    fireEvent.click(box);
    expect(box.checked).toBe(false);
    await waitFor(() =>
      expect(world.saved.at(-1)?.documents[0]).toMatchObject({ readToEnd: true, agreed: false }),
    );
  });

  test("keeps a box unlocked when the reader scrolls up and the save is answered", async () => {
    longTexts();
    const { member, app } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await screen.findByText("Text");
    const text = await textOf("Terms of Service");
    const scrollTo = (top: number) => {
      text.scrollTop = top;
      fireEvent.scroll(text);
    };
    scrollTo(1000);
    scrollTo(300);
    await waitFor(() =>
      expect(world.saved.at(-1)?.documents[0]).toMatchObject({ position: 0.3, readToEnd: true }),
    );
    // The server answers with a beginning, as after a version that was published meanwhile.
    world.stored = progressAtTheBeginning();
    await act(() => app.cache.invalidateQueries());
    expect((await boxOf("Terms of Service")).disabled).toBe(false);
    expect(await textOf("Terms of Service")).toBe(text);
    expect(text.scrollTop).toBe(300);
  });

  test("begins each text at its own position", async () => {
    longTexts();
    world.stored = { ...readWholly(progressAtTheBeginning(), "terms-of-service"), step: 1 };
    const { member } = openPage("/welcome", routes);
    await screen.findByText("Text");
    expect((await textOf("Terms of Service")).scrollTop).toBe(1000);
    await member.click(screen.getByRole("button", { name: "Continue" }));
    expect((await textOf("Community Guidelines")).scrollTop).toBe(0);
    expect((await boxOf("Community Guidelines")).disabled).toBe(true);
  });

  test("is taken up on another device: step, boxes and scroll position", async () => {
    longTexts();
    world.stored = halfWay();
    const { member, address } = openPage("/welcome", routes);
    const text = await textOf("Community Guidelines");
    await screen.findByText("Text");
    expect(text.scrollTop).toBe(500);
    await waitFor(() => expect(address()).toBe("/welcome?step=3"));
    await member.click(screen.getByRole("button", { name: "Back" }));
    expect((await boxOf("Terms of Service")).checked).toBe(true);
  });

  test("goes back one step with the browser's Back button, also after a reload", async () => {
    world.stored = halfWay();
    const { back, address } = openPage("/welcome", routes);
    await textOf("Community Guidelines");
    await waitFor(() => expect(address()).toBe("/welcome?step=3"));
    await act(back);
    expect(await textOf("Terms of Service")).toBeTruthy();
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(1));
    await act(back);
    expect(await screen.findByRole("button", { name: "Continue Setup" })).toBeTruthy();
    expect(address()).toBe("/welcome");
  });

  test("is the same after a visit to the support desk", async () => {
    const { member, back } = openPage("/welcome", (app) => [
      { path: "support", element: <h1>Support</h1> },
      ...routes(app),
    ]);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await readAndAgree(member, "Terms of Service");
    const [support] = screen.getAllByRole("link", { name: "Support" });
    if (support) await member.click(support);
    await screen.findByRole("heading", { name: "Support" });
    await act(back);
    expect((await boxOf("Terms of Service")).checked).toBe(true);
  });

  test("opens the step of a box that was cleared when Forward leads beyond it", async () => {
    world.stored = { ...halfWay(), step: 1 };
    const { member, back, forward, address } = openPage("/welcome", routes);
    const box = await boxOf("Terms of Service");
    await waitFor(() => expect(address()).toBe("/welcome?step=2"));
    await member.click(screen.getByRole("button", { name: "Continue" }));
    await textOf("Community Guidelines");
    await act(back);
    await textOf("Terms of Service");
    expect(box.isConnected).toBe(false);
    await member.click(await boxOf("Terms of Service"));
    await act(forward);
    await waitFor(() => expect(address()).toBe("/welcome?step=2"));
    expect(await textOf("Terms of Service")).toBeTruthy();
  });

  test("that the server could not save is sent with the next change", async () => {
    let refused = 0;
    server.use(
      http.put("/api/me/onboarding/progress", () => {
        refused += 1;
        return new HttpResponse(null, { status: 503 });
      }),
    );
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await waitFor(() => expect(refused).toBe(1));
    serve(newcomer);
    await act(async () => window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(1));
  });

  test("of a step that is not reached yet is not opened from the address", async () => {
    openPage("/welcome?step=4", routes);
    expect(await screen.findByRole("button", { name: "Continue Setup" })).toBeTruthy();
  });

  test.each([
    [{ isProfilePrivate: true }, /^Other members see only your name, handle and picture/],
    [
      { isProfilePrivate: false, profileVisibility: "affiliations" },
      /^Members who share an affiliation with you can see your profile\./,
    ],
    [
      { isProfilePrivate: false, profileVisibility: "public" },
      /^Other members can see your profile\./,
    ],
  ] as const)("ends with who sees the member and where that is changed: %o", async (of, words) => {
    serve(aMember({ onboarding: unread, ...of }));
    let all = progressAtTheBeginning();
    for (const { key } of all.documents) all = readWholly(all, key);
    world.stored = { ...all, step: 3 };
    const { address } = openPage("/welcome", routes);
    await waitFor(() => expect(address()).toBe("/welcome?step=4"));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText("Settings, Privacy")).toBeTruthy();
  });
});

describe("a text", () => {
  beforeEach(() => {
    serve(newcomer);
    server.use(http.get("/api/legal/:key", () => HttpResponse.json(aDocument)));
  });

  /** Returns a way to report that the text has changed its height; the box that scrolls keeps its own. */
  function followResizes(): (words: HTMLElement) => void {
    const observed = new Map<Element, () => void>();
    class Observer {
      readonly #onResize: () => void;
      constructor(onResize: () => void) {
        this.#onResize = onResize;
      }
      observe(element: Element): void {
        observed.set(element, this.#onResize);
      }
      unobserve(): void {}
      disconnect(): void {}
    }
    vi.stubGlobal("ResizeObserver", Observer);
    return (words) => {
      const texts = [...observed].filter(
        ([element]) => element.contains(words) && element.getAttribute("role") !== "region",
      );
      expect(texts).toHaveLength(1);
      act(() => texts[0]?.[1]());
    };
  }

  test("that comes to fit its window when its font arrives is read to its end", async () => {
    const heights = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(1400);
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
    const resize = followResizes();
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const words = await screen.findByText("Text");
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);
    heights.mockReturnValue(400);
    resize(words);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(false);
  });

  test("without a layout is not counted as read", async () => {
    longTexts();
    const resize = followResizes();
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const words = await screen.findByText("Text");
    const text = screen.getByRole("region", { name: "Terms of Service, full text" });
    text.scrollTop = 500;
    fireEvent.scroll(text);
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(0);
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(0);
    resize(words);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);
    await waitFor(() =>
      expect(world.saved.at(-1)?.documents[0]).toMatchObject({ position: 0.5, readToEnd: false }),
    );
  });

  test("that grows on the way to its end is followed there, unless the reader turns back", async () => {
    const heights = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(1400);
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
    const resize = followResizes();
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const words = await screen.findByText("Text");
    const text = screen.getByRole("region", { name: "Terms of Service, full text" });
    await member.keyboard("{End}");
    fireEvent.wheel(text);
    heights.mockReturnValue(1800);
    resize(words);
    expect(text.scrollTop).toBe(0);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);

    await member.keyboard("{End}");
    text.scrollTop = 1000;
    fireEvent.scroll(text);
    heights.mockReturnValue(2400);
    resize(words);
    expect(text.scrollTop).toBe(2400);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(false);
  });

  test("whose scroll was cut short is scrolled to its end", async () => {
    longTexts();
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await screen.findByText("Text");
    const text = screen.getByRole("region", { name: "Terms of Service, full text" });
    await member.click(screen.getByRole("button", { name: /Scroll to the end/ }));
    text.scrollTop = 700;
    fireEvent.scroll(text);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);
    fireEvent(text, new Event("scrollend"));
    expect(text.scrollTop).toBe(1400);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(false);
  });

  test("of a portal includes what the portal adds", async () => {
    const addition = {
      content: "Ours",
      html: "<p>Ours</p>",
      lastUpdated: aDocument.lastUpdated,
      version: 1,
    };
    server.use(http.get("/api/legal/:key", () => HttpResponse.json({ ...aDocument, addition })));
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const text = await screen.findByRole("region", { name: "Terms of Service, full text" });
    expect(await within(text).findByText("Ours")).toBeTruthy();
  });
});

describe("a document that is not published yet", () => {
  test("has no box, and does not hold up the wizard", async () => {
    longTexts();
    serve(newcomer);
    const sent: unknown[] = [];
    server.use(
      http.get("/api/legal/:key", ({ params }) =>
        HttpResponse.json({ ...aDocument, isPlaceholder: params["key"] !== "privacy-policy" }),
      ),
      http.post("/api/me/onboarding", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(aMember());
      }),
    );
    const { member } = openPage("/welcome", routes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    expect(await screen.findByText("There is nothing to agree to yet.")).toBeTruthy();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /Scroll to the end/ })).toBeNull();
    const steps = screen.getByRole("complementary", { name: "Steps" });
    expect(within(steps).getByText("Not published yet")).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("region", { name: "Community Guidelines, full text" });
    await screen.findByText("There is nothing to agree to yet.");
    await member.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(3));
    expect(world.saved.at(-1)?.documents.map(({ agreed }) => agreed)).toEqual([true, true, false]);
    const text = await screen.findByRole("region", { name: "Privacy Policy, full text" });
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);
    text.scrollTop = 1000;
    fireEvent.scroll(text);
    await member.click(screen.getByRole("checkbox"));
    await member.click(screen.getByRole("button", { name: "Join" }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test("is shown as not published in the overview after a reload", async () => {
    serve(newcomer);
    server.use(
      http.get("/api/legal/:key", () => HttpResponse.json({ ...aDocument, isPlaceholder: true })),
    );
    world.stored = withAgreement(progressAtTheBeginning(), "terms-of-service", true);
    openPage("/welcome", routes);
    const overview = await screen.findByRole("region", { name: "Progress overview" });
    expect(await within(overview).findByText("Not published yet")).toBeTruthy();
    expect(within(overview).queryByText("Agreed")).toBeNull();
  });
});
