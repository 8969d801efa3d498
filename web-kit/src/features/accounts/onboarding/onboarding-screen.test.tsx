import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { type OpenedPage, openPage, server, servePages } from "../../../testing/open-page.tsx";
import {
  newcomer,
  readAndAgree,
  resetWorld,
  serve,
  serveDocuments,
  titles,
  unread,
  wizardRoutes,
} from "../../../testing/onboarding-wizard.tsx";
import { buildMember } from "../../../testing/people.ts";

servePages();
beforeEach(resetWorld);

describe("the first step", () => {
  test("says what is done, and lets nobody on before the address is proven", async () => {
    serve(newcomer);
    const { app } = openPage("/welcome", wizardRoutes);
    const on = await screen.findByRole("button", { name: "Continue Setup" });
    expect(screen.getByText("Verified")).toBeTruthy();
    expect(screen.getAllByText("To read")).toHaveLength(3);
    expect(on.hasAttribute("disabled")).toBe(false);
    expect(screen.queryByRole("link", { name: "Verify Email" })).toBeNull();

    // Staff have marked the account while its owner stood here.
    serve(buildMember({ onboarding: { ...unread, needsEmailVerification: true } }));
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
    const { member, path } = openPage("/welcome", wizardRoutes);
    const [decline] = await screen.findAllByRole("button", { name: "Decline & Step Away" });
    if (decline) await member.click(decline);
    await waitFor(() => expect(path()).toBe("/login"));
  });

  test("leads to the support page", async () => {
    serve(newcomer);
    openPage("/welcome", wizardRoutes);
    const [link] = await screen.findAllByRole("link", { name: "Support" });
    expect(link?.getAttribute("href")).toBe("/support");
  });
});

describe("users who do not need the wizard", () => {
  test("redirects users who completed onboarding to their communities", async () => {
    serve(buildMember());
    const { path } = openPage("/welcome", wizardRoutes);
    await waitFor(() => expect(path()).toBe("/home"));
  });

  test("redirects unverified users to the verification screen", async () => {
    serve(buildMember({ onboarding: { ...unread, needsEmailVerification: true } }));
    const { path } = openPage("/welcome", wizardRoutes);
    await waitFor(() => expect(path()).toBe("/verify-email"));
  });
});

describe("the end", () => {
  async function toTheEnd(path: string): Promise<OpenedPage> {
    const opened = openPage(path, wizardRoutes);
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
    serveDocuments();
  });

  test("leads where the member wanted to go", async () => {
    server.use(
      http.post("/api/me/onboarding", () => {
        serve(buildMember());
        return HttpResponse.json(buildMember());
      }),
    );
    const { path } = await toTheEnd("/communities/42");
    expect(await screen.findByText("Welcome to your verified communities!")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/communities/42"));
  });

  test("stays on the page and shows an error if completing fails", async () => {
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
        serve(buildMember({ onboarding: { ...unread, needsEmailVerification: true } }));
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
