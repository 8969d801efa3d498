import { expect, type Page, type Response } from "@playwright/test";
import { origin, originOf, portalHostname } from "../support/sites.ts";
import { session } from "../support/sessions.ts";
import { test } from "../support/test.ts";
import { requestTransfer } from "./support/transfers.ts";

/** Attacks on the session transfer in a browser over TLS (security.md, A-02 and A-03). */

/** Every attack is refused, which the browser reports. */
test.use({
  provoked: [[/status of 40[0-9]/, /ERR_|CORS|Refused|Content Security|frame/], { scope: "test" }],
});

interface Proof {
  c: string;
  s: string;
}

test("a transfer reveals its code to no one, and a second use ends the session", async ({
  visit,
}) => {
  const page = await visit("member", "main", "/communities");
  const seen: string[] = [];
  page.on("request", (request) => {
    seen.push(request.url().replace(/#.*/, ""), request.headers()["referer"] ?? "");
  });
  const proof = proofOn(page);
  await page.goto(await requestTransfer(page));
  await page.waitForURL(`${origin("ashcombe")}/communities`);
  const { c, s } = await proof;
  expect(seen.filter((one) => one.includes(c))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(history.state) + location.href)).not.toContain(c);

  expect(await statusOf(page, "GET", "/api/me")).toBe(200);
  expect(await statusOf(page, "POST", "/api/transfer/redeem", { c, s })).toBe(403);
  expect(await statusOf(page, "GET", "/api/me"), "shown twice, the code ends what it began").toBe(
    401,
  );
});

test("a stolen transfer code is useless in another browser", async ({ visit }) => {
  const page = await visit("member", "main", "/communities");
  await page.route("**/api/transfer/redeem", (route) => route.abort());
  const proof = proofOn(page);
  await page.goto(await requestTransfer(page));
  const { c, s } = await proof;
  await page.waitForURL(`${origin("ashcombe")}/transfer`);

  for (const who of [null, "outsider"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one attacker after the other
    const thief = await visit(who, "ashcombe", "/login");
    const before = await cookieAt(thief, "ashcombe");
    await thief.goto(`${origin("ashcombe")}/transfer#${String(new URLSearchParams({ c, s }))}`);
    await thief.reload();
    await expect(thief.getByRole("heading", { name: "Transfer Failed" })).toBeVisible();
    expect(await cookieAt(thief, "ashcombe"), "nobody is signed in as somebody else").toBe(before);
  }
  // A proof can be redeemed only once.
  await page.unroute("**/api/transfer/redeem");
  expect(await statusOf(page, "POST", "/api/transfer/redeem", { c, s })).toBe(403);
});

test("a transfer begun by someone else signs no one in", async ({ visit }) => {
  const page = await visit("member", "main", "/communities");
  const start = await requestTransfer(page);
  for (const who of [null, "second"] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const victim = await visit(who, "main", "/about");
    // oxlint-disable-next-line no-await-in-loop
    await victim.goto(start);
    // oxlint-disable-next-line no-await-in-loop
    await expect(victim.getByRole("heading", { name: "Transfer Failed" })).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    expect(await cookieAt(victim, "ashcombe")).toBeUndefined();
  }
});

for (const [site, name] of [
  ["another site", "attacker.test"],
  ["a sibling of the portals", "attacker"],
] as const) {
  test(`a page of ${site} can neither begin, follow nor redeem a transfer`, async ({ visit }) => {
    const page = await visit("member", "main", "/communities");
    const start = await requestTransfer(page);
    const hostile = originOf(name.includes(".") ? name : portalHostname(name));
    await page.route(`${hostile}/**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>x</title><p>x" }),
    );
    // Browsers require a permission for requests to this machine; here the servers must refuse
    // them.
    await page.context().grantPermissions(["local-network-access"], { origin: hostile });
    await page.goto(`${hostile}/`);
    const answers: Response[] = [];
    page.on("response", (answer) => answers.push(answer));
    const stored: string[] = [];
    page.on("requestfailed", (requested) => stored.push(requested.failure()?.errorText ?? ""));
    await page.evaluate(attack, { start, main: origin("main"), portal: origin("ashcombe") });
    // The responses were blocked from the page: most requests reached the servers.
    const unread = stored.filter((why) => why.includes("BLOCKED_BY_RESPONSE"));
    expect(unread.length, "the attack reached the servers").toBeGreaterThan(8);
    const accepted = answers.filter((answer) => {
      const isOurs =
        answer.url().startsWith(origin("main")) || answer.url().startsWith(origin("ashcombe"));
      return isOurs && answer.ok() && answer.url().includes("/api/");
    });
    expect(accepted.map((answer) => answer.url())).toEqual([]);
    for (const answer of answers) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await answer.headerValue("set-cookie"), answer.url()).toBeNull();
    }
    // The attack neither consumed the transfer nor ended a session.
    await page.goto(start);
    await page.waitForURL(`${origin("ashcombe")}/communities`);
    await page.goto(`${origin("main")}/communities`);
    expect(await statusOf(page, "GET", "/api/me")).toBe(200);
  });
}

test("a portal's session is refused on the main site, other portals and the staff area", async ({
  visit,
}) => {
  const stolen = Object.entries(session("member", "ashcombe"));
  for (const site of ["main", "htwu"] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await visit(null, site, "/login");
    const cookies = stolen.map(([name, value]) => ({ name, value, url: origin(site) }));
    // oxlint-disable-next-line no-await-in-loop
    await page.context().addCookies(cookies);
    // oxlint-disable-next-line no-await-in-loop
    expect(await statusOf(page, "GET", "/api/me"), site).toBe(401);
  }
  const member = await visit("member", "ashcombe", "/communities");
  expect(await statusOf(member, "GET", "/api/me")).toBe(200);
  for (const path of ["/api/staff/overview", "/api/control/tenants", "/api/control/edges"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await statusOf(member, "GET", path), path).toBe(404);
  }
});

/** The proof that the main site hands to the portal through the browser. */
function proofOn(page: Page): Promise<Proof> {
  return new Promise((done) => {
    page.on("response", (answer) => {
      const to = answer.headers()["location"];
      if (to === undefined || !answer.url().includes("/transfer/authorize")) return;
      const proof = new URLSearchParams(new URL(to, answer.url()).hash.slice(1));
      done({ c: proof.get("c") ?? "", s: proof.get("s") ?? "" });
    });
  });
}

async function cookieAt(page: Page, site: "main" | "ashcombe"): Promise<string | undefined> {
  const cookies = await page.context().cookies(origin(site));
  return cookies.find(({ name }) => name.endsWith("csst"))?.value;
}

function statusOf(page: Page, method: string, path: string, body?: unknown): Promise<number> {
  return page.evaluate(
    async (requested) => {
      const answer = await fetch(requested.path, {
        method: requested.method,
        headers: { "Content-Type": "application/json", "X-Guildhall": "1" },
        ...(requested.body === undefined ? {} : { body: JSON.stringify(requested.body) }),
      });
      return answer.status;
    },
    { method, path, body },
  );
}

/** The cross-origin requests of a hostile page; runs in it. */
async function attack({ start, main, portal }: { start: string; main: string; portal: string }) {
  const targets: [string, unknown][] = [
    [`${main}/api/transfer`, { subdomain: "ashcombe", redirectPath: "/communities" }],
    [`${main}/api/usersSignout`, {}],
    [`${main}/api/usersSignin`, { idToken: "x" }],
    [`${portal}/api/transfer/redeem`, { c: "x", s: "x" }],
  ];
  const tries: Promise<unknown>[] = [];
  for (const [url, body] of targets) {
    for (const mode of ["no-cors", "cors"] as const) {
      for (const kind of ["text/plain", "application/json"]) {
        const headers: Record<string, string> = { "Content-Type": kind };
        if (mode === "cors") headers["X-Guildhall"] = "1";
        const init: RequestInit = {
          method: "POST",
          mode,
          credentials: "include",
          headers,
          body: JSON.stringify(body),
        };
        tries.push(fetch(url, init).catch(() => null));
      }
    }
  }
  tries.push(fetch(start, { mode: "no-cors", credentials: "include" }).catch(() => null));
  for (const tag of ["img", "iframe", "script"]) {
    const element = document.createElement(tag);
    element.setAttribute("src", start);
    tries.push(
      new Promise((done) => {
        element.addEventListener("load", done);
        element.addEventListener("error", done);
      }),
    );
    document.body.append(element);
  }
  const frame = document.createElement("iframe");
  frame.name = "target";
  document.body.append(frame);
  const form = document.createElement("form");
  form.method = "post";
  form.target = "target";
  form.enctype = "text/plain";
  form.action = `${main}/api/transfer`;
  const field = document.createElement("input");
  field.name = '{"subdomain":"ashcombe","redirectPath":"';
  field.value = '/communities"}';
  form.append(field);
  document.body.append(form);
  tries.push(
    new Promise((done) => {
      frame.addEventListener("load", done);
    }),
  );
  form.submit();
  await Promise.all(tries);
}
