import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { signIn } from "../support/actions.ts";
import { origin, originOf, portalHostname } from "../support/sites.ts";
import { brandOf, createPortal, publishBrand } from "../support/portals.ts";
import { test } from "../support/test.ts";
import { runCommand } from "./support/fleet.ts";

/** A new address has no certificate yet, and the preview's frame blocks scripts. */
test.use({
  provoked: [
    [
      /net::ERR_/,
      /from origin 'null'/,
      /status of (404|503)/,
      /Blocked script execution in 'about:srcdoc'/,
    ],
    { scope: "test" },
  ],
});

const plum = "#6b2d8f";
const teal = "#0b6b6b";
const ownDomain = "members.pilots.test";

test("a portal is served over TLS at both its addresses with its brand", async ({ visit }) => {
  test.setTimeout(180_000);
  const staff = await visit(null, "main", "/login");
  await signIn(staff, "staff@demo.test");
  await staff.waitForURL("**/home");
  await staff.goto(`${origin("main")}/staff/tenants`);
  await createPortal(staff, "Humber Pilots", "pilots");
  await publishBrand(staff, plum);
  await staff.getByRole("link", { name: "Overview" }).last().click();
  await staff.getByRole("button", { name: "Activate" }).click();
  await expect(staff.getByText("Portal activated")).toBeVisible();

  const visitor = await visit(null, "main", "/about");
  const portal = originOf(portalHostname("pilots"));
  const subdomainAfter = await answers(visitor, portal);
  await wears(visitor, portal, plum);

  await staff.getByRole("link", { name: "Domains", exact: true }).first().click();
  await addDomain(staff, ownDomain);
  await setRecords(staff, ownDomain);
  await staff.getByRole("button", { name: "Check now" }).click();
  await staff.getByRole("button", { name: "Approve" }).click();
  const own = originOf(ownDomain);
  const domainAfter = await answers(visitor, own);
  await wears(visitor, own, plum);
  console.info(
    `  live after: ${subdomainAfter} ms at its subdomain, ${domainAfter} ms at its domain`,
  );

  await staff.reload();
  await remembersItsOrder(staff, ownDomain);

  await publishBrand(staff, teal);
  // The edge receives the change within a second.
  await expect(() => wears(visitor, portal, teal)).toPass({ timeout: 5_000, intervals: [100] });
  await wears(visitor, own, teal);
});

/** Loads the address until it has a valid certificate; returns the milliseconds. */
async function answers(page: Page, address: string): Promise<number> {
  const from = Date.now();
  await expect(async () => {
    const answer = await page.goto(`${address}/login`);
    expect(answer?.status()).toBe(200);
    const certificate = await answer?.securityDetails();
    expect(certificate?.issuer).toContain("Pebble");
    expect(certificate?.protocol).toBe("TLS 1.3");
  }).toPass({ timeout: 30_000, intervals: [100] });
  return Date.now() - from;
}

/** Expects the portal's colour on the page, and its name in the web app manifest. */
async function wears(page: Page, address: string, colour: string): Promise<void> {
  await page.goto(`${address}/login`);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  expect(await brandOf(page)).toContain(colour);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    const answer = await fetch(link?.href ?? "");
    return answer.text();
  });
  expect(manifest).toContain("Humber Pilots");
}

async function addDomain(staff: Page, host: string): Promise<void> {
  await staff.getByRole("button", { name: "Add domain" }).filter({ visible: true }).first().click();
  const dialog = staff.getByRole("dialog", { name: "Add domain" });
  await dialog.getByLabel("Domain").fill(host);
  await dialog.getByRole("button", { name: "Add domain" }).click();
  await expect(dialog).toBeHidden();
}

/** The outcome of the certificate order is stored and shown. */
async function remembersItsOrder(staff: Page, host: string): Promise<void> {
  await staff.getByRole("button", { name: "History" }).click();
  const history = staff.getByRole("dialog", { name: "Certificate history" });
  await expect(history.getByText(host)).toBeVisible();
  const orders = history.getByRole("list", { name: "Orders" }).getByRole("listitem");
  await expect(orders).toHaveCount(1);
  await expect(orders).toContainText(/Issued by .+Valid until .+Serial [0-9a-f]+/s);
  await expectAccessible(staff);
  await staff.keyboard.press("Escape");
  await expect(history).toBeHidden();
}

/** Creates the DNS records that the screen lists. */
async function setRecords(staff: Page, host: string): Promise<void> {
  const rows = staff.getByRole("table", { name: `Records of ${host}` }).locator("tbody tr");
  await expect(rows).not.toHaveCount(0);
  const count = await rows.count();
  for (let row = 0; row < count; row += 1) {
    const cells = rows.nth(row).locator("td");
    // oxlint-disable-next-line no-await-in-loop -- sequential rows
    const [kind, name, value] = await Promise.all([0, 1, 2].map((n) => cells.nth(n).innerText()));
    runCommand("dns", "add", words(name), words(kind), words(value));
  }
}

const words = (shown: string | undefined) => (shown ?? "").trim().split(/\s/)[0] ?? "";
