import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Me } from "../../../api/types.ts";
import { doorRoutes } from "../../../routes/door-routes.tsx";
import type { App } from "../../../shell/app.ts";
import { type Opened, openPage, server, servePages } from "../../../testing/open-page.tsx";
import { aMember, nothingToDo } from "../../../testing/people.ts";

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

function serve(me: Me) {
  server.use(
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
