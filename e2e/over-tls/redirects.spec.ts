import { expect } from "@playwright/test";
import { origin } from "../support/sites.ts";
import { test } from "../support/test.ts";
import { requestTransfer, watchOrigins } from "./support/transfers.ts";

/** A transfer always ends on a page of the requested portal (security.md, section 5.4). */

/**
 * Together with the other tests, these reach the transfers that one network may redeem in a minute.
 * Further forms are covered by unit tests (control-plane/src/transfers/path.rs).
 */
const paths = ["//evil.test", "/..//evil.test", "/\\evil.test"];

test("no transfer redirects a member to another origin", async ({ visit }) => {
  const page = await visit("affadmin", "main", "/about");
  const left = watchOrigins(page);
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`${origin("main")}/about`);
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(await requestTransfer(page, path));
    // oxlint-disable-next-line no-await-in-loop
    await page.waitForURL(`${origin("ashcombe")}/home`);
  }
  expect(left()).toEqual([]);
});
