import { expect } from "@playwright/test";
import { origin } from "../support/doors.ts";
import { test } from "../support/test.ts";
import { hostilePaths } from "./support/hostile-paths.ts";
import { begin, watchOrigins } from "./support/ways.ts";

/** Who crosses arrives at the portal they asked for, at one of its pages (security.md, section 5.4). */

test("no crossing leads a member off", async ({ visit }) => {
  const page = await visit("affadmin", "main", "/about");
  const left = watchOrigins(page);
  // As many as a session may begin in a minute.
  for (const path of hostilePaths.filter((_, n) => n % 13 === 0)) {
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`${origin("main")}/about`);
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(await begin(page, path));
    // oxlint-disable-next-line no-await-in-loop
    await page.waitForURL(`${origin("ashcombe")}/communities`);
  }
  expect(left()).toEqual([]);
});
