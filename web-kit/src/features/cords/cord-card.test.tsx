import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { keys } from "../../api/keys.ts";
import { buildCord, buildEmptyCord } from "../../testing/cords.ts";
import { openPage, servePages, server } from "../../testing/open-page.tsx";
import { wholeText } from "../../testing/whole-text.ts";
import { CordCard } from "./cord-card.tsx";
import { CordSummary } from "./cord-summary.tsx";
import type { Cord } from "./contract.ts";

servePages();

const kwame = { userId: "kwame", firstName: "Kwame" };
const refused = (status: number, detail: string) =>
  HttpResponse.json({ status, code: "refused", detail }, { status });

let cord: Cord;
let sent: string[];

beforeEach(() => {
  cord = buildCord("kwame");
  sent = [];
  server.use(
    http.get("/api/users/kwame/cord", () => HttpResponse.json(cord)),
    http.delete("/api/users/kwame/cord", () => {
      sent.push("erase");
      cord = buildEmptyCord("kwame");
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/users/kwame/vouch", () => {
      sent.push("vouch");
      cord = buildCord("kwame", { vouches: { mine: true, theirs: false }, canVouch: false });
      return HttpResponse.json({}, { status: 201 });
    }),
    http.delete("/api/users/kwame/vouch", () => {
      sent.push("withdraw");
      cord = buildCord("kwame");
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const open = () => openPage("/", () => [{ path: "/", element: <CordCard person={kwame} /> }]);
const card = () => screen.findByRole("region", { name: "You and Kwame" });

describe("the card of a cord", () => {
  test("shows the total and every strand with its value, source and fading", async () => {
    open();
    const shown = within(await card());
    expect(shown.getByRole("img", { name: "Cord strength 71 of 100" })).toBeDefined();
    expect(shown.getByText("Active")).toBeDefined();
    const strands = within(shown.getByRole("list", { name: "Strands" })).getAllByRole("listitem");
    expect(strands.map(({ textContent }) => textContent)).toEqual([
      "Interaction22 / 2512 messages, the last on 3 NovemberFades on 3 March 2027 without activity",
      "Association20 / 204 communities in commonDoes not fade",
      "Trust12.4 / 15A vouchFades on 3 March 2027 without activity",
    ]);
  });

  test("offers the strands as a table", async () => {
    const { member } = open();
    const shown = within(await card());
    await member.click(shown.getByText("Show as a table"));
    const rows = within(shown.getByRole("table")).getAllByRole("row");
    expect(rows).toHaveLength(4);
    const cells = within(rows[2] ?? document.body).getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      "20",
      "20",
      "15",
      "3 November 2026",
      "Never",
    ]);
  });

  test("names what both have in common", async () => {
    open();
    const common = within(await screen.findByRole("region", { name: "In common" }));
    expect(common.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "NNorthgate",
      "BBridges & Tall Structures",
      "RReturners",
    ]);
  });

  test("explains a cord that is not active", async () => {
    cord = buildCord("kwame", { totalStrength: 19.6, isActive: false });
    open();
    expect(
      await screen.findByText(
        "Not active: a cord is active from 20 on. Only you and Kwame see this.",
      ),
    ).toBeDefined();
    expect(screen.getByRole("img", { name: "Cord strength 19.6 of 100" })).toBeDefined();
    expect(screen.queryByText("Active")).toBeNull();
  });

  test("explains how a cord starts, and offers nothing to erase", async () => {
    cord = buildEmptyCord("kwame");
    open();
    expect(await screen.findByText(/No cord yet/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Erase cord" })).toBeNull();
    expect(screen.queryByText("Show as a table")).toBeNull();
  });

  test("shows the reason instead of values if cords are turned off", async () => {
    cord = { ...buildEmptyCord("kwame"), disabled: true, reason: "You turned cords off." };
    open();
    expect(await screen.findByText("You turned cords off.")).toBeDefined();
    expect(screen.queryByRole("img", { name: /^Cord strength/ })).toBeNull();
    expect(screen.queryByText(/No cord yet/)).toBeNull();
    expect(screen.getByRole("button", { name: "Vouch for Kwame" })).toBeDefined();
  });

  test("renders nothing for a hidden person", async () => {
    server.use(http.get("/api/users/kwame/cord", () => refused(404, "User not found")));
    const { app } = open();
    await waitFor(() => expect(app.cache.getQueryState(keys.cord("kwame"))?.status).toBe("error"));
    await waitFor(() => expect(screen.queryByLabelText("Loading your cord")).toBeNull());
    expect(screen.queryByText(wholeText("You and Kwame"))).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("allows retrying if the cord fails to load", async () => {
    server.use(
      http.get("/api/users/kwame/cord", () => refused(500, "An error occurred."), { once: true }),
    );
    const { member } = open();
    expect(await screen.findByText("Failed to load your cord. Please try again.")).toBeDefined();
    await member.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await card()).toBeDefined();
  });
});

test("the card loads when the connection is back", async () => {
  server.use(http.get("/api/users/kwame/cord", () => HttpResponse.error(), { once: true }));
  open();
  await screen.findByText("Failed to load your cord. Please try again.");
  act(() => void dispatchEvent(new Event("offline")));
  expect(await screen.findByText("This loads when the connection is back.")).toBeDefined();
  act(() => void dispatchEvent(new Event("online")));
  expect(await card()).toBeDefined();
});

describe("erasing a cord", () => {
  test("asks first, then erases it", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Erase cord" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Erase the cord with Kwame?" }),
    );
    expect(sent).toEqual([]);
    await member.click(dialog.getByRole("button", { name: "Erase cord" }));
    expect(await screen.findByText("The cord with Kwame is erased.")).toBeDefined();
    expect(await screen.findByText(/No cord yet/)).toBeDefined();
    expect(sent).toEqual(["erase"]);
  });

  test("keeps the dialog open with the reason of a refusal", async () => {
    server.use(http.delete("/api/users/kwame/cord", () => refused(503, "Busy. Try later.")));
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Erase cord" }));
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(dialog.getByRole("button", { name: "Erase cord" }));
    expect(await dialog.findByText("Busy. Try later.")).toBeDefined();
  });
});

describe("vouching", () => {
  test("explains the rule for both sides, then vouches once", async () => {
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Vouch for Kwame" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Vouch for Kwame?" }));
    expect(dialog.getByText(/only if you both agree/)).toBeDefined();
    await member.click(dialog.getByRole("button", { name: "Vouch" }));
    expect(await screen.findByText("You vouch for Kwame.")).toBeDefined();
    const vouched = await screen.findByRole("button", { name: "You vouch for Kwame" });
    expect(vouched.getAttribute("aria-pressed")).toBe("true");
    expect(sent).toEqual(["vouch"]);
  });

  test("is withdrawn after a confirmation", async () => {
    cord = buildCord("kwame", { vouches: { mine: true, theirs: true }, canVouch: false });
    const { member } = open();
    expect(await screen.findByText(wholeText("Kwame vouches for you."))).toBeDefined();
    await member.click(screen.getByRole("button", { name: "You vouch for Kwame" }));
    const dialog = within(
      await screen.findByRole("dialog", { name: "Withdraw your vouch for Kwame?" }),
    );
    await member.click(dialog.getByRole("button", { name: "Withdraw vouch" }));
    expect(await screen.findByText("You no longer vouch for Kwame.")).toBeDefined();
    expect(await screen.findByRole("button", { name: "Vouch for Kwame" })).toBeDefined();
    expect(sent).toEqual(["withdraw"]);
  });

  test("shows the server's limit with the remaining time", async () => {
    const detail = "You can vouch for 10 people a week. Try again in 3 days.";
    server.use(http.post("/api/users/kwame/vouch", () => refused(429, detail)));
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Vouch for Kwame" }));
    const dialog = within(await screen.findByRole("dialog"));
    await member.click(dialog.getByRole("button", { name: "Vouch" }));
    expect(await dialog.findByText(detail)).toBeDefined();
  });

  test("is not offered if the server does not allow it", async () => {
    cord = buildCord("kwame", { canVouch: false, canIntroduce: false });
    open();
    const buttons = within(await card()).getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Erase cord"]);
  });
});

test("the summary shows strands and counts what both have in common", async () => {
  openPage("/", () => [{ path: "/", element: <CordSummary userId="kwame" /> }]);
  const summary = within(await screen.findByRole("region", { name: "Cord" }));
  expect(summary.getByText("71")).toBeDefined();
  expect(summary.getByText("12.4 / 15")).toBeDefined();
  const common = within(screen.getByRole("region", { name: "In common" }));
  expect(common.getAllByRole("link")).toHaveLength(1);
  expect(common.getByText("1 community, 1 trust circle")).toBeDefined();
});
