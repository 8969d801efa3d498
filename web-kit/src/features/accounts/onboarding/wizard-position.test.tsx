import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { LegalKey } from "../../../api/types.ts";
import { openPage, server, servePages } from "../../../testing/open-page.tsx";
import { progressAtTheBeginning } from "../../../testing/onboarding-server.ts";
import {
  longTexts,
  newcomer,
  readAndAgree,
  resetWorld,
  serve,
  serveDocuments,
  unread,
  wizardRoutes,
  world,
} from "../../../testing/onboarding-wizard.tsx";
import { buildMember } from "../../../testing/people.ts";
import { type Progress, withAgreement, withReading } from "./progress.ts";

servePages();
beforeEach(resetWorld);

describe("the position in the wizard", () => {
  beforeEach(() => {
    serve(newcomer);
    serveDocuments();
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

  test("is saved after every step and every ticked checkbox", async () => {
    const { member, address } = openPage("/welcome", wizardRoutes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(1));
    await readAndAgree(member, "Terms of Service");
    await waitFor(() => expect(world.saved.at(-1)?.documents[0]?.agreed).toBe(true));
    await member.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(2));
    expect(address()).toBe("/welcome?step=3");
  });

  test("shows a ticked box as ticked before anything else happens", async () => {
    const { member } = openPage("/welcome", wizardRoutes);
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
    const { member, app } = openPage("/welcome", wizardRoutes);
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
    const { member } = openPage("/welcome", wizardRoutes);
    await screen.findByText("Text");
    expect((await textOf("Terms of Service")).scrollTop).toBe(1000);
    await member.click(screen.getByRole("button", { name: "Continue" }));
    expect((await textOf("Community Guidelines")).scrollTop).toBe(0);
    expect((await boxOf("Community Guidelines")).disabled).toBe(true);
  });

  test("is taken up on another device: step, boxes and scroll position", async () => {
    longTexts();
    world.stored = halfWay();
    const { member, address } = openPage("/welcome", wizardRoutes);
    const text = await textOf("Community Guidelines");
    await screen.findByText("Text");
    expect(text.scrollTop).toBe(500);
    await waitFor(() => expect(address()).toBe("/welcome?step=3"));
    await member.click(screen.getByRole("button", { name: "Back" }));
    expect((await boxOf("Terms of Service")).checked).toBe(true);
  });

  test("goes back one step with the browser's Back button, also after a reload", async () => {
    world.stored = halfWay();
    const { back, address } = openPage("/welcome", wizardRoutes);
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
      ...wizardRoutes(app),
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
    const { member, back, forward, address } = openPage("/welcome", wizardRoutes);
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

  test("sends an unsaved position with the next change", async () => {
    let refused = 0;
    server.use(
      http.put("/api/me/onboarding/progress", () => {
        refused += 1;
        return new HttpResponse(null, { status: 503 });
      }),
    );
    const { member } = openPage("/welcome", wizardRoutes);
    await member.click(await screen.findByRole("button", { name: "Continue Setup" }));
    await waitFor(() => expect(refused).toBe(1));
    serve(newcomer);
    await act(async () => window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(world.saved.at(-1)?.step).toBe(1));
  });

  test("does not open an unreached step from the URL", async () => {
    openPage("/welcome?step=4", wizardRoutes);
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
    serve(buildMember({ onboarding: unread, ...of }));
    let all = progressAtTheBeginning();
    for (const { key } of all.documents) all = readWholly(all, key);
    world.stored = { ...all, step: 3 };
    const { address } = openPage("/welcome", wizardRoutes);
    await waitFor(() => expect(address()).toBe("/welcome?step=4"));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText("Settings, Privacy")).toBeTruthy();
  });
});
