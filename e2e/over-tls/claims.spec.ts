import { expect, type Page } from "@playwright/test";
import { signIn } from "../support/actions.ts";
import { hostname, origin, originOf, portalHostname } from "../support/sites.ts";
import { items, text } from "../support/http.ts";
import { test } from "../support/test.ts";
import { runCommand } from "./support/fleet.ts";

/** Tenants cannot claim host names of others (security.md, A-16). */

/** Claims are refused, and a host without a certificate does not respond. */
test.use({ provoked: [[/status of 4\d\d/, /ERR_/, /from origin 'null'/], { scope: "test" }] });

test("a host is served only after its owner has proven it", async ({ visit }) => {
  const staff = await visit(null, "main", "/login");
  await signIn(staff, "staff@demo.test");
  await staff.waitForURL("**/home");
  const ashcombe = await tenant(staff, "ashcombe");
  const htwu = await tenant(staff, "htwu");

  const refused = {
    "the platform's own": hostname("main"),
    "another portal's": portalHostname("htwu"),
    "below the portals": portalHostname("anything"),
    "a public suffix": "co.uk",
    "scripts that are mixed": "\u0430shcombe.org",
    "the same in ASCII": "xn--shcombe-2fg.org",
    "a wildcard": "*.ashcombe.test",
    "an address": "127.0.0.1",
    "no name": "ashcombe",
  };
  for (const [what, host] of Object.entries(refused)) {
    // oxlint-disable-next-line no-await-in-loop -- one claim after the other
    const claim = await post(staff, `${ashcombe}/domains`, { host, withWww: false });
    expect(claim.status, `${what}: ${JSON.stringify(claim.body)}`).toBe(422);
  }

  // DNS records that point here are no proof: they may remain from a former customer.
  const dangling = "left-over.test";
  runCommand("dns", "add", dangling, "A", "127.0.0.1");
  const claim = await post(staff, `${htwu}/domains`, { host: dangling, withWww: false });
  expect(claim.status).toBe(201);
  const own = `${htwu}/domains/${text(claim.body, "id")}`;
  const checked = await post(staff, `${own}/check`, {});
  expect(checked.status).toBe(200);
  const approved = await post(staff, `${own}/approve`, {});
  expect(approved.status, "nothing is approved without its proof").toBe(409);
  const visitor = await visit(null, "main", "/about");
  await expect(visitor.goto(`${originOf(dangling)}/`)).rejects.toThrow(/ERR_SSL/);
  // The other portal may still claim the host, with its own proof.
  const other = await post(staff, `${ashcombe}/domains`, { host: dangling, withWww: false });
  expect(other.status).toBe(201);
});

interface Answer {
  status: number;
  body: unknown;
}

async function tenant(staff: Page, words: string): Promise<string> {
  const found = await staff.evaluate(async (q) => {
    const answer = await fetch(`/api/control/tenants?q=${q}`, { headers: { "X-Guildhall": "1" } });
    return (await answer.json()) as unknown;
  }, words);
  return `${origin("main")}/api/control/tenants/${text(items(found)[0], "id")}`;
}

function post(staff: Page, url: string, body: unknown): Promise<Answer> {
  return staff.evaluate(
    async (requested) => {
      const answer = await fetch(requested.url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-Guildhall": "1",
          "Idempotency-Key": crypto.randomUUID(),
        },
        body: JSON.stringify(requested.body),
      });
      return { status: answer.status, body: (await answer.json()) as unknown };
    },
    { url, body },
  );
}
