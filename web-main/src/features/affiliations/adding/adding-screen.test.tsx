import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { Affiliation, AffiliationRequest } from "@guildhall/web-kit/api/types.ts";
import { MemberLayout } from "@guildhall/web-kit/shell/member-layout.tsx";
import {
  affiliation,
  singlePage,
  newAffiliationRequest,
  affiliationRefusal,
} from "@guildhall/web-kit/testing/affiliations.ts";
import { openPage, servePages, server, streams } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { pressTwice } from "@guildhall/web-kit/testing/press-twice.ts";
import { addingRoute } from "../main-routes.tsx";

servePages();

let own: AffiliationRequest[];
let listed: Affiliation[];
let sent: { requested: unknown; key: string | null }[];

beforeEach(() => {
  sessionStorage.clear();
  own = [];
  listed = [];
  sent = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember())),
    http.get("/api/transfer/targets", () => HttpResponse.json(singlePage([]))),
    http.get("/api/affiliations", () => HttpResponse.json(singlePage(listed))),
    http.get("/api/affiliation-requests", ({ request }) => {
      const type = new URL(request.url).searchParams.get("type");
      return HttpResponse.json(singlePage(own.filter((one) => one.type === type)));
    }),
    http.post("/api/affiliation-requests", async ({ request }) => {
      const requested: unknown = await request.json();
      sent.push({ requested, key: request.headers.get("Idempotency-Key") });
      own = [newAffiliationRequest(`r${sent.length}`), ...own];
      return HttpResponse.json(own[0], { status: 201 });
    }),
  );
});

const open = () =>
  openPage("/affiliations/new", () => [
    {
      element: <MemberLayout />,
      children: [addingRoute(), { path: "/affiliation/:id", element: <p>The page of one</p> }],
    },
  ]);
const name = () => screen.findByLabelText<HTMLInputElement>(/^Name/);
const description = () => screen.getByLabelText<HTMLTextAreaElement>(/^Description/);
const send = () => screen.getByRole("button", { name: "Send request" });
const refuse = (answer: () => Response) =>
  server.use(http.post("/api/affiliation-requests", answer));

async function fill({ member }: ReturnType<typeof open>) {
  await member.type(await name(), "Weavers of Elm Street");
  await member.type(description(), "Nine looms and a dye garden.");
}

describe("the form", () => {
  test("reports missing fields before sending and focuses the first", async () => {
    const { member } = open();
    const field = await name();
    await member.click(send());
    expect(await screen.findAllByText("Input is required")).toHaveLength(2);
    expect(document.activeElement).toBe(field);
    expect([field.required, description().required]).toEqual([true, true]);
    await member.type(field, "x".repeat(3));
    expect(screen.getByText("3 / 200")).toBeTruthy();
    expect(screen.getAllByText("Input is required")).toHaveLength(1);
    expect(sent).toEqual([]);
  });

  test("a double click sends once, then the form is empty and the request is listed", async () => {
    const page = open();
    await fill(page);
    await page.member.click(screen.getByRole("checkbox", { name: /^Private/ }));
    expect(screen.queryByRole("heading", { name: "Your requests" })).toBeNull();
    await pressTwice(send());
    const words = "Request sent. You will be notified when our staff have reviewed it.";
    expect(await screen.findByText(words)).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.requested).toEqual({
      name: "Weavers of Elm Street",
      description: "Nine looms and a dye garden.",
      isPrivate: true,
    });
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    const row = within(await screen.findByRole("listitem"));
    expect(row.getByText("Weavers of Elm Street")).toBeTruthy();
    expect(row.getByText("Pending")).toBeTruthy();
    expect([(await name()).value, description().value]).toEqual(["", ""]);
    expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("gh-application"))).toEqual(
      [],
    );
  });

  test("sends the same values a second time as another request", async () => {
    const page = open();
    await fill(page);
    await page.member.click(send());
    await waitFor(() => expect(description().value).toBe(""));
    await fill(page);
    await page.member.click(send());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  test("shows the server's errors at the fields and keeps the input", async () => {
    const message = "Content contains potentially harmful code";
    refuse(() =>
      HttpResponse.json(
        affiliationRefusal(422, message, [{ field: "name", code: "harmful", message }]),
        {
          status: 422,
        },
      ),
    );
    const page = open();
    await fill(page);
    await page.member.click(send());
    expect(await screen.findByText(message)).toBeTruthy();
    expect((await name()).getAttribute("aria-invalid")).toBe("true");
    expect(description().value).toBe("Nine looms and a dye garden.");
  });

  const pending = "You already have a pending request for this affiliation";
  test.each([
    [
      "is pending already",
      () => HttpResponse.json(affiliationRefusal(409, pending), { status: 409 }),
      pending,
    ],
    [
      "finds the server ill",
      () => HttpResponse.json({}, { status: 500 }),
      "Failed to submit application",
    ],
    [
      "finds no network",
      () => HttpResponse.error(),
      "Network error. Please check your connection and try again.",
    ],
  ])(
    "reports a failure that %s, keeps the input and can be sent again",
    async (_, answer, words) => {
      refuse(answer);
      const page = open();
      await fill(page);
      await page.member.click(send());
      expect(await within(await screen.findByRole("alert")).findByText(words)).toBeTruthy();
      expect((await name()).value).toBe("Weavers of Elm Street");
      refuse(() => HttpResponse.json(newAffiliationRequest("r1"), { status: 201 }));
      await page.member.click(send());
      expect(await screen.findByText(/^Request sent/)).toBeTruthy();
      expect(screen.queryByText(words)).toBeNull();
    },
  );

  test("keeps its input when the page is reopened", async () => {
    await fill(open());
    open();
    await waitFor(() =>
      expect(screen.getAllByLabelText<HTMLInputElement>(/^Name/).at(-1)?.value).toBe(
        "Weavers of Elm Street",
      ),
    );
  });
});

describe("similar listed affiliations", () => {
  test("are offered while typing, at most three", async () => {
    const requested: (string | null)[] = [];
    listed = ["oak", "elm", "ash", "yew"].map((id) =>
      affiliation({}, { id, name: `Weavers of ${id}`, urlPath: `${id}-weavers` }),
    );
    server.use(
      http.get("/api/affiliations", ({ request }) => {
        requested.push(new URL(request.url).searchParams.get("q"));
        return HttpResponse.json(singlePage(listed));
      }),
    );
    const { member } = open();
    await member.type(await name(), "Weavers");
    const found = within(await screen.findByRole("list", { name: "Is it one of these?" }));
    const links = found.getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual([
      "Weavers of oak",
      "Weavers of elm",
      "Weavers of ash",
    ]);
    expect(links[0]?.getAttribute("href")).toBe("/affiliation/oak-weavers");
    expect(requested).not.toContain("W");
    await member.clear(await name());
    expect(screen.queryByText("Is it one of these?")).toBeNull();
  });

  test("are not searched for a single character, and a failure stays silent", async () => {
    let requested = 0;
    server.use(
      http.get("/api/affiliations", () => {
        requested += 1;
        return new HttpResponse(null, { status: 500 });
      }),
    );
    const { member } = open();
    await member.type(await name(), "W");
    await new Promise((passed) => setTimeout(passed, 400));
    expect(requested).toBe(0);
    await member.type(await name(), "ea");
    await waitFor(() => expect(requested).toBe(1));
    await member.type(description(), "Looms");
    expect(screen.queryByText("Is it one of these?")).toBeNull();
    expect(screen.queryByText(/Failed/)).toBeNull();
  });
});

describe("own requests", () => {
  const row = async (words: string) => {
    const text = await screen.findByText(words);
    return within(text.closest("li") ?? document.body);
  };

  test("are listed with their state", async () => {
    own = [
      newAffiliationRequest("r1"),
      newAffiliationRequest("r2", {
        affiliationName: "Friends of the Mill",
        affiliationId: "mill",
        status: "approved",
      }),
      newAffiliationRequest("r3", {
        affiliationName: "Me and my cat",
        isPrivate: true,
        status: "rejected",
        rejectionReason: "It has no members of its own.",
      }),
    ];
    const { member, path } = open();
    expect((await row("Weavers of Elm Street")).getByText("Pending")).toBeTruthy();
    const declined = await row("Me and my cat");
    expect(declined.getByText("Declined")).toBeTruthy();
    expect(declined.getByText("Private")).toBeTruthy();
    expect(declined.getByText("It has no members of its own.")).toBeTruthy();
    expect(declined.queryByRole("button")).toBeNull();
    const added = await row("Friends of the Mill");
    expect(added.getByText("Listed")).toBeTruthy();
    await member.click(added.getByRole("link", { name: "Friends of the Mill" }));
    expect(path()).toBe("/affiliation/mill");
  });

  test("are withdrawn after a confirmation", async () => {
    own = [newAffiliationRequest("r1")];
    const gone: string[] = [];
    server.use(
      http.delete("/api/affiliation-requests/:id", ({ params }) => {
        gone.push(String(params["id"]));
        own = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { member } = open();
    const label = "Withdraw the request to add Weavers of Elm Street";
    await member.click(await screen.findByRole("button", { name: label }));
    const dialog = within(await screen.findByRole("dialog", { name: "Withdraw your request?" }));
    await member.click(dialog.getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("Request withdrawn")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Your requests")).toBeNull());
    expect(gone).toEqual(["r1"]);
  });

  test("shows the answer of a request that was answered concurrently", async () => {
    own = [newAffiliationRequest("r1")];
    server.use(
      http.delete("/api/affiliation-requests/:id", () => {
        own = [newAffiliationRequest("r1", { status: "approved", affiliationId: "elm" })];
        const detail = "Affiliation request not found";
        return HttpResponse.json(affiliationRefusal(404, detail), { status: 404 });
      }),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: /^Withdraw/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(dialog.getByRole("button", { name: "Withdraw" }));
    expect(await dialog.findByText("Affiliation request not found")).toBeTruthy();
    expect(await screen.findByText("Listed")).toBeTruthy();
  });

  test("show the answer as soon as it is given", async () => {
    own = [newAffiliationRequest("r1")];
    open();
    expect(await screen.findByText("Pending")).toBeTruthy();
    own = [newAffiliationRequest("r1", { status: "approved", affiliationId: "elm" })];
    const told = { affiliationId: "elm", affiliationRequestId: "r1" };
    streams[0]?.tell(2, { type: "affiliation-request.changed", ...told });
    expect(await screen.findByText("Listed")).toBeTruthy();
  });

  test("keeps the form usable if the own requests fail to load", async () => {
    let requested = 0;
    server.use(
      http.get("/api/affiliation-requests", () => {
        requested += 1;
        if (requested > 1) return HttpResponse.json(singlePage([newAffiliationRequest("r1")]));
        return HttpResponse.json({}, { status: 500 });
      }),
    );
    const page = open();
    expect(await screen.findByText("Failed to load requests")).toBeTruthy();
    await fill(page);
    await page.member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Pending")).toBeTruthy();
    expect((await name()).value).toBe("Weavers of Elm Street");
  });
});
