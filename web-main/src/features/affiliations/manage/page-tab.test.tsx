import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { networkMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation, UrlPathAvailability } from "@guildhall/web-kit/api/types.ts";
import {
  affiliation,
  singlePage,
  affiliationRefusal,
  roleHolder,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { pressTwice } from "@guildhall/web-kit/testing/press-twice.ts";
import { managedPageRoutes, manageRoutes } from "../main-routes.tsx";

servePages();

let oak: Affiliation;
/** The change requests that the server received. */
let sent: unknown[];
let reasons: Record<string, UrlPathAvailability["reason"]>;

beforeEach(() => {
  oak = affiliation({ isMember: true, isPublic: true, isAdmin: true }, { tagline: "Old trees" });
  sent = [];
  reasons = { admin: "reserved", elm: "taken" };
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/:id", ({ params }) => {
      const isIts = params["id"] === oak.id || params["id"] === oak.urlPath;
      return isIts
        ? HttpResponse.json(oak)
        : HttpResponse.json(affiliationRefusal(404, "Affiliation not found"), { status: 404 });
    }),
    http.get("/api/affiliations/oak/overview", () => new HttpResponse(null, { status: 503 })),
    http.get("/api/affiliations/:id/members", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliation-requests", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations/oak/url-paths/:path", ({ params }) => {
      const urlPath = String(params["path"]);
      const reason = reasons[urlPath] ?? null;
      return HttpResponse.json({ urlPath, available: reason === null, reason });
    }),
    http.patch("/api/affiliations/oak", async ({ request }) => {
      const changes: unknown = await request.json();
      sent.push(changes);
      oak = Object.assign({}, oak, changes);
      // An empty path removes it.
      if (oak.urlPath === "") oak.urlPath = null;
      return HttpResponse.json(oak);
    }),
  );
});

const PAGE = "/affiliation/oak-house";
const TAB = `${PAGE}/manage/page`;
const open = (path = TAB) =>
  openPage(path, ({ cache }) => [...managedPageRoutes(cache), ...manageRoutes(cache)]);
const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Save/ });
const refuse = (status: number, body: object) =>
  server.use(http.patch("/api/affiliations/oak", () => HttpResponse.json(body, { status })));

describe("an admin", () => {
  test("changes the page's texts and sees the result", async () => {
    const { member, path } = open();
    const name = await field("Name");
    expect([name.value, save().disabled]).toEqual(["Oak House", true]);
    await member.clear(name);
    await member.type(name, "Elm House");
    await member.click(save());
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: /Elm House/, level: 1 })).toBeTruthy();
    expect([sent, path()]).toEqual([[{ name: "Elm House" }], TAB]);
    expect(save().disabled).toBe(true);
  });

  test("gives it a short name, without which it is made from the name", async () => {
    const { member } = open();
    const short = await field("Short name");
    expect([short.value, short.placeholder]).toEqual(["", "OH"]);
    await member.type(short, "O");
    await member.click(save());
    expect(await screen.findByText("A short name has between 2 and 12 characters.")).toBeTruthy();
    expect(sent).toEqual([]);
    await member.type(short, "ak");
    await member.click(save());
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(sent).toEqual([{ shortName: "Oak" }]);
  });

  test("removes the short name", async () => {
    oak = { ...oak, shortName: "Oak", ownShortName: "Oak" };
    const { member } = open();
    await member.clear(await field("Short name"));
    await member.click(save());
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(sent).toEqual([{ shortName: "" }]);
  });

  test("removes the tagline", async () => {
    const { member } = open();
    await member.clear(await field("Tagline"));
    await member.click(save());
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(sent).toEqual([{ tagline: "" }]);
  });

  test("saves once despite repeated clicks", async () => {
    const { member } = open();
    await member.type(await field("Description"), "For those who like old trees.");
    await pressTwice(save());
    expect(await screen.findByText("Affiliation updated successfully!")).toBeTruthy();
    expect(sent).toEqual([{ description: "For those who like old trees." }]);
  });

  test("is asked before unsaved changes are lost", async () => {
    const { member, path } = open();
    await member.type(await field("Tagline"), "!");
    await member.click(screen.getByRole("link", { name: "People" }));
    const requested = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    await member.click(requested.getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(path()).toBe(`${PAGE}/manage/people`));
    expect(sent).toEqual([]);
  });

  test("makes it private after a confirmation that names what stays", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Make private" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Make Oak House private?" }));
    expect(dialog.getByText(/Members and pending requests stay\./)).toBeTruthy();
    await member.click(dialog.getByRole("button", { name: "Make private" }));
    expect(await screen.findByRole("button", { name: "Make public" })).toBeTruthy();
    expect(sent).toEqual([{ isPrivate: true }]);
  });
});

describe("invalid input", () => {
  test("is reported before sending", async () => {
    const { member } = open();
    await member.clear(await field("Name"));
    await member.type(await field("Tagline"), "x".repeat(121));
    await member.click(save());
    expect(await screen.findByText("Input is required")).toBeTruthy();
    expect(screen.getByText("Content exceeds maximum length of 120 characters")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test("shows the server's errors at the fields, focuses the first, and keeps the input", async () => {
    const messages = ["Content contains potentially harmful code", "Input is required"] as const;
    refuse(
      422,
      affiliationRefusal(422, "That cannot be saved", [
        { field: "tagline", code: "harmful", message: messages[0] },
        { field: "description", code: "required", message: messages[1] },
      ]),
    );
    const { member, path } = open();
    const tagline = await field("Tagline");
    await member.type(tagline, "!");
    await member.click(save());
    expect(await screen.findByText("That cannot be saved")).toBeTruthy();
    for (const message of messages) expect(screen.getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(tagline);
    expect([tagline.value, path()]).toEqual(["Old trees!", TAB]);
  });

  test("shows a conflict error when the URL path was taken concurrently", async () => {
    const words = "Failed to update URL path - it may already be taken";
    const errors = [{ field: "urlPath", code: "url-path-taken", message: words }];
    refuse(409, { ...affiliationRefusal(409, words, errors), code: "url-path-taken" });
    const { member } = open();
    const urlPath = await field("URL path");
    await member.type(urlPath, "-of-old");
    await member.click(save());
    expect(await screen.findAllByText(words)).toHaveLength(2);
    expect(document.activeElement).toBe(urlPath);
    expect(urlPath.getAttribute("aria-invalid")).toBe("true");
  });

  test.each([
    ["the server says nothing", () => HttpResponse.json({}, { status: 500 })],
    ["there is no network", () => HttpResponse.error()],
  ])("stays in the form when %s", async (why, answer) => {
    server.use(http.patch("/api/affiliations/oak", answer));
    const { member } = open();
    const name = await field("Name");
    await member.type(name, "s");
    await member.click(save());
    const offline = why.endsWith("network");
    const words = offline ? networkMessage() : "Failed to update affiliation";
    expect(await screen.findByText(words)).toBeTruthy();
    await waitFor(() => expect(save().getAttribute("aria-busy")).toBeNull());
    expect(name.value).toBe("Oak Houses");
  });
});

describe("the url path", () => {
  const typed = async (words: string) => {
    const page = open();
    const urlPath = await field("URL path");
    await page.member.clear(urlPath);
    await page.member.type(urlPath, words);
    return { ...page, urlPath };
  };

  test("is normalised while typing and trimmed on blur", async () => {
    const { member, urlPath } = await typed(" Old  Trees & ");
    expect(urlPath.value).toBe("-old-trees-");
    await member.tab();
    expect(urlPath.value).toBe("old-trees");
  });

  test("keeps the caret position on correction", async () => {
    const { member, urlPath } = await typed("oaktrees");
    urlPath.setSelectionRange(3, 3);
    await member.keyboard(" OLD ");
    expect([urlPath.value, urlPath.selectionStart]).toEqual(["oak-old-trees", 8]);
  });

  test("shows that it is available", async () => {
    await typed("oak-trees");
    expect(await screen.findByText("Available")).toBeTruthy();
  });

  test.each([
    ["admin", "This URL path is reserved. Please choose another one."],
    ["elm", "This URL path is taken."],
    ["x", "Invalid URL path format"],
  ])("%s is unavailable: %s", async (path, words) => {
    const { urlPath } = await typed(path);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(urlPath.getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText("Available")).toBeNull();
  });

  test("moves the address of the tab with it", async () => {
    const page = open(PAGE);
    const { member, path, app } = page;
    await member.click(await screen.findByRole("link", { name: "Edit" }));
    const urlPath = await field("URL path");
    await member.clear(urlPath);
    await member.type(urlPath, "oak-trees");
    await member.click(save());
    await waitFor(() => expect(path()).toBe("/affiliation/oak-trees/manage/page"));
    expect(sent).toEqual([{ urlPath: "oak-trees" }]);
    expect(app.cache.getQueryData(["affiliations", "one", "oak-trees"])).toEqual(oak);
    await page.back();
    await waitFor(() => expect(path()).toBe("/affiliation/oak-trees"));
    expect(await screen.findByRole("heading", { name: /Oak House/, level: 1 })).toBeTruthy();
  });

  test("can be removed, and the page is then found by its id", async () => {
    const { member, path } = open();
    await member.clear(await field("URL path"));
    await member.click(save());
    await waitFor(() => expect(path()).toBe("/affiliation/oak/manage/page"));
    expect(sent).toEqual([{ urlPath: "" }]);
  });
});

describe("a brand editor", () => {
  test("edits the logo, the tagline and the description only", async () => {
    oak = affiliation(roleHolder("brand-editor"));
    open();
    expect(await field("Tagline")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Logo" })).toBeTruthy();
    expect(await field("Description")).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Name" })).toBeNull();
    expect(screen.queryByRole("textbox", { name: "URL path" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Make private" })).toBeNull();
  });
});

test("is not found for viewers without a role", async () => {
  oak = affiliation({ isMember: true });
  open();
  expect(await screen.findByRole("heading", { name: "Affiliation not found" })).toBeTruthy();
});
