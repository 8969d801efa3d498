import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { serveAdminArea } from "../../../testing/affiliation-admin.ts";
import {
  buildDelivery,
  buildWebhook,
  type IntegrationsFixture,
  serveIntegrations,
} from "../../../testing/integrations.ts";
import { managedPageRoutes, manageRoutes } from "../../affiliations/main-routes.tsx";

servePages();

const API = "/api/affiliations/oak";
const ROOT = "/affiliation/oak-house/manage/integrations";
let fixture: IntegrationsFixture;

beforeEach(() => {
  serveAdminArea("admin");
  fixture = serveIntegrations(API);
  fixture.webhooks = [buildWebhook()];
});

const open = (below = "") =>
  openPage(`${ROOT}${below}`, ({ cache }) => [...managedPageRoutes(cache), ...manageRoutes(cache)]);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const dialogOf = async (name: string | RegExp) =>
  within(await screen.findByRole("dialog", { name }));

describe("the webhooks of an affiliation", () => {
  test("show state and last delivery, and lead to their pages", async () => {
    fixture.webhooks = [
      buildWebhook({ lastDelivery: { status: "failed", at: "2026-11-20T10:00:00Z" } }),
      buildWebhook({ id: "two", url: "https://two.example.org", isActive: false }),
    ];
    const { member, path } = open();
    const list = within(await screen.findByRole("list", { name: "Webhooks" }));
    expect(list.getByText("Off")).toBeTruthy();
    expect(list.getByText("Nothing delivered yet")).toBeTruthy();
    await member.click(list.getByRole("link", { name: /Last delivery: Failed/ }));
    expect(await screen.findByRole("heading", { name: "Deliveries" })).toBeTruthy();
    expect(path()).toBe(`${ROOT}/hook-1`);
  });

  test("are created with a URL and events, and the secret is shown once", async () => {
    fixture.webhooks = [];
    const { member } = open();
    await member.click(await button("New webhook"));
    const form = await dialogOf("New webhook");
    await member.type(form.getByLabelText("URL"), "http://10.0.0.1/in");
    await member.click(form.getByRole("button", { name: "Create webhook" }));
    expect(await form.findByText("The URL must begin with https://.")).toBeTruthy();
    expect(form.getByText("Please choose at least one.")).toBeTruthy();
    await member.clear(form.getByLabelText("URL"));
    await member.type(form.getByLabelText("URL"), "https://new.example.org/in");
    await member.click(form.getByRole("checkbox", { name: "Member joined" }));
    await member.click(form.getByRole("button", { name: "Create webhook" }));
    const secret = await dialogOf("Webhook created");
    expect(secret.getByText("whsec_once")).toBeTruthy();
    expect(fixture.sent[0]).toMatchObject({
      path: "/webhooks",
      body: { url: "https://new.example.org/in", events: ["member.joined"] },
    });
  });

  test("explain how a delivery is verified", async () => {
    open();
    expect(await screen.findByText("webhook-signature")).toBeTruthy();
  });

  test("are not shown to other roles", async () => {
    serveAdminArea("reviewer");
    open();
    expect(await screen.findByText("Your role does not include this section")).toBeTruthy();
  });

  test("show the server's refusal of the affiliation", async () => {
    const refusal = () =>
      HttpResponse.json(
        { status: 403, code: "affiliation-admin-only", detail: "Only admins may do this" },
        { status: 403 },
      );
    server.use(http.get(`${API}/api-tokens`, refusal), http.get(`${API}/webhooks`, refusal));
    open();
    expect(await screen.findAllByText("Only admins may do this")).toHaveLength(1);
  });
});

describe("the page of a webhook", () => {
  test("that does not exist leads back", async () => {
    open("/unknown");
    expect(await screen.findByRole("heading", { name: "Webhook not found" })).toBeTruthy();
    expect(
      screen.getByRole("link", { name: "Back to the integrations" }).getAttribute("href"),
    ).toBe(ROOT);
  });

  test("sends a test event, and follows its delivery", async () => {
    const event = buildDelivery({ id: "test", isTest: true, status: "pending", attempts: 0 });
    server.use(
      http.post(`${API}/webhooks/hook-1/test`, () => {
        fixture.deliveries = [{ ...event, status: "delivered", attempts: 1 }];
        return HttpResponse.json(event);
      }),
    );
    const { member } = open("/hook-1");
    expect(await screen.findByText(/Nothing was delivered in the last 30 days/)).toBeTruthy();
    await member.click(await button("Send a test event"));
    expect(
      await screen.findByText("The test event was delivered: Status 200, after 143 ms."),
    ).toBeTruthy();
    expect(await screen.findByRole("row", { name: /^Test event.*Delivered/ })).toBeTruthy();
  });

  test("shows a test event that was refused", async () => {
    server.use(
      http.post(`${API}/webhooks/hook-1/test`, () =>
        HttpResponse.json(
          { status: 429, code: "rate-limited", detail: "Too many tests" },
          { status: 429 },
        ),
      ),
    );
    const { member } = open("/hook-1");
    await member.click(await button("Send a test event"));
    expect(await screen.findByText("Too many tests")).toBeTruthy();
  });

  test("lists deliveries page by page, and retries failed ones", async () => {
    const failed = buildDelivery({
      id: "failed",
      event: "ticket.opened",
      status: "failed",
      statusCode: null,
      error: "timeout",
      attempts: 8,
    });
    let retried = 0;
    server.use(
      http.get(`${API}/webhooks/hook-1/deliveries`, ({ request }) =>
        new URL(request.url).searchParams.get("cursor") === null
          ? HttpResponse.json({ items: [failed], nextCursor: "next" })
          : HttpResponse.json({ items: [buildDelivery()], nextCursor: null }),
      ),
      http.post(`${API}/webhooks/hook-1/deliveries/failed/retry`, () => {
        retried += 1;
        return HttpResponse.json({ ...failed, status: "pending" });
      }),
    );
    const { member } = open("/hook-1");
    const row = await screen.findByRole("row", { name: /Ticket opened/ });
    expect(within(row).getByText("no answer within 5 seconds")).toBeTruthy();
    expect(within(row).getByRole("cell", { name: "8" })).toBeTruthy();
    await member.click(await button("Load more"));
    const delivered = await screen.findByRole("row", { name: /Member joined/ });
    expect(within(delivered).getByRole("cell", { name: "143 ms" })).toBeTruthy();
    expect(within(delivered).queryByRole("button")).toBeNull();
    await member.click(within(row).getByRole("button", { name: /^Retry Ticket opened/ }));
    expect(await screen.findByText("The delivery is queued again")).toBeTruthy();
    expect(retried).toBe(1);
  });

  test("that was disabled says why, and is enabled again", async () => {
    fixture.webhooks = [buildWebhook({ isActive: false, disabledReason: "failures" })];
    const { member } = open("/hook-1");
    expect(await screen.findByText(/all deliveries of the last 5 days failed/)).toBeTruthy();
    await member.click(await button("Enable again"));
    expect(await screen.findByText("Webhook enabled")).toBeTruthy();
    expect(fixture.sent[0]?.body).toEqual({ isActive: true });
    await waitFor(() => expect(screen.queryByText(/all deliveries/)).toBeNull());
  });

  test("edits URL, events and the active switch", async () => {
    const { member } = open("/hook-1");
    await member.click(await button("Edit"));
    const form = await dialogOf("Edit the webhook");
    await member.click(form.getByRole("checkbox", { name: "Request created" }));
    await member.click(form.getByRole("checkbox", { name: /^Active/ }));
    await member.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Webhook saved")).toBeTruthy();
    expect(fixture.sent[0]?.body).toEqual({
      url: "https://hooks.example.org/guildhall",
      events: ["member.joined", "request.created"],
      isActive: false,
    });
  });

  test("rotates the secret, which is shown once", async () => {
    const { member } = open("/hook-1");
    await member.click(await button("More about this webhook"));
    await member.click(await screen.findByRole("menuitem", { name: "Rotate the secret" }));
    await member.click(
      (await dialogOf("Rotate the secret?")).getByRole("button", { name: "Rotate" }),
    );
    const secret = await dialogOf("New signing secret");
    expect(secret.getByText("whsec_rotated")).toBeTruthy();
  });

  test("deletes the webhook after a confirmation that names it", async () => {
    const { member, path } = open("/hook-1");
    await member.click(await button("More about this webhook"));
    await member.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = await dialogOf("Delete the webhook?");
    expect(dialog.getByText(/^https:\/\/hooks\.example\.org\/guildhall receives/)).toBeTruthy();
    await member.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Webhook deleted")).toBeTruthy();
    expect(path()).toBe(ROOT);
    expect(await screen.findByText("No webhooks yet")).toBeTruthy();
  });
});
