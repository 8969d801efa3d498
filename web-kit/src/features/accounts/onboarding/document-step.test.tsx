import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { openPage, server, servePages } from "../../../testing/open-page.tsx";
import { progressAtTheBeginning } from "../../../testing/onboarding-server.ts";
import {
  aDocument,
  followResizes,
  layOut,
  longTexts,
  newcomer,
  resetWorld,
  serve,
  serveDocuments,
  titles,
  unread,
  wizardRoutes,
  world,
} from "../../../testing/onboarding-wizard.tsx";
import { buildMember } from "../../../testing/people.ts";
import { withAgreement } from "./progress.ts";

servePages();
beforeEach(resetWorld);

const unable: Record<(typeof titles)[number], string> = {
  "Terms of Service": "Unable to load Terms of Service. Please contact support.",
  "Community Guidelines": "Unable to load Community Guidelines. Please contact support.",
  "Privacy Policy": "Unable to load Privacy Policy. Please contact support.",
};

/** Serves the documents, each only once it is let go. */
function holdDocuments(): () => void {
  let letGo: () => void = () => undefined;
  const cached = new Promise<void>((done) => {
    letGo = done;
  });
  server.use(
    http.get("/api/legal/:key", async () => {
      await cached;
      return HttpResponse.json(aDocument);
    }),
  );
  return letGo;
}

describe("a document", () => {
  test("End pressed before its text has come is not lost", async () => {
    longTexts();
    serve(newcomer);
    const letGo = holdDocuments();
    const { member } = openPage("/welcome", wizardRoutes);
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
    const { member } = openPage("/welcome", wizardRoutes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await member.keyboard("{End}{Home}");
    letGo();
    await screen.findByText("Text");
    expect(screen.getByRole("region", { name: "Terms of Service, full text" }).scrollTop).toBe(0);
    const box = screen.getByRole("checkbox");
    expect(box.hasAttribute("disabled")).toBe(true);
    expect(screen.getByText("Read to the end of the text to unlock this.")).toBeTruthy();
  });

  test.each(titles)("shows an error if the document cannot be loaded: %s", async (title) => {
    const before = titles.slice(0, titles.indexOf(title));
    serve(
      buildMember({
        onboarding: {
          ...unread,
          needsTerms: !before.includes("Terms of Service"),
          needsGuidelines: !before.includes("Community Guidelines"),
        },
      }),
    );
    server.use(http.get("/api/legal/:key", () => new HttpResponse(null, { status: 500 })));
    const { member } = openPage("/welcome", wizardRoutes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    for (const _ of before) await member.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText(unable[title])).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });
});

describe("a text", () => {
  beforeEach(() => {
    serve(newcomer);
    serveDocuments();
  });

  test("counts a text as read once its font makes it fit the window", async () => {
    longTexts();
    const resize = followResizes();
    const { member } = openPage("/welcome", wizardRoutes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const words = await screen.findByText("Text");
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);
    layOut(400);
    resize(words);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(false);
  });

  test("does not count a text without a layout as read", async () => {
    longTexts();
    const resize = followResizes();
    const { member } = openPage("/welcome", wizardRoutes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const words = await screen.findByText("Text");
    const text = screen.getByRole("region", { name: "Terms of Service, full text" });
    text.scrollTop = 500;
    fireEvent.scroll(text);
    layOut(0, 0);
    resize(words);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);
    await waitFor(() =>
      expect(world.saved.at(-1)?.documents[0]).toMatchObject({ position: 0.5, readToEnd: false }),
    );
  });

  test("keeps scrolling to the end of a growing text unless the reader scrolls back", async () => {
    longTexts();
    const resize = followResizes();
    const { member } = openPage("/welcome", wizardRoutes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    const words = await screen.findByText("Text");
    const text = screen.getByRole("region", { name: "Terms of Service, full text" });
    await member.keyboard("{End}");
    fireEvent.wheel(text);
    layOut(1800);
    resize(words);
    expect(text.scrollTop).toBe(0);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(true);

    await member.keyboard("{End}");
    text.scrollTop = 1000;
    fireEvent.scroll(text);
    layOut(2400);
    resize(words);
    expect(text.scrollTop).toBe(2400);
    expect(screen.getByRole("checkbox").hasAttribute("disabled")).toBe(false);
  });

  test("scrolls to the end again after an interrupted scroll", async () => {
    longTexts();
    const { member } = openPage("/welcome", wizardRoutes);
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

  test("includes the portal's addition on a portal", async () => {
    const addition = {
      content: "Ours",
      html: "<p>Ours</p>",
      lastUpdated: aDocument.lastUpdated,
      version: 1,
    };
    server.use(http.get("/api/legal/:key", () => HttpResponse.json({ ...aDocument, addition })));
    const { member } = openPage("/welcome", wizardRoutes);
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
        return HttpResponse.json(buildMember());
      }),
    );
    const { member } = openPage("/welcome", wizardRoutes);
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
    openPage("/welcome", wizardRoutes);
    const overview = await screen.findByRole("region", { name: "Progress overview" });
    expect(await within(overview).findByText("Not published yet")).toBeTruthy();
    expect(within(overview).queryByText("Agreed")).toBeNull();
  });
});
