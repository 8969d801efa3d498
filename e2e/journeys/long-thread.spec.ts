import { signIn } from "../support/deeds.ts";
import { accounts, origin } from "../support/doors.ts";
import { scrollThread, smoothness } from "../support/frames.ts";
import type { Instance } from "../support/instance.ts";
import { writeLongThread } from "../support/long-thread.ts";
import { inOwnHall } from "../support/own-hall.ts";
import { expect, type Fixtures } from "../support/test.ts";

/** A thread of 5,000 posts would be the longest of the demo network: it is in an instance of its own. */

const test = inOwnHall("server-for-long-thread");

const POSTS = 5000;
const COMMUNITY = "Bridges & Tall Structures";
const STEP_PX = 400;

/** Opens an address as a member who has signed in there. */
async function signedIn(visit: Fixtures["visit"], path: string) {
  const page = await visit(null, "main", "/login");
  await signIn(page, accounts.member);
  await page.waitForURL("**/communities");
  await page.goto(`${origin("main")}${path}`);
  return page;
}

const longThread = (hall: Instance) => writeLongThread(hall, COMMUNITY, POSTS);

test("a thread of 5,000 posts is scrolled from its end to its start and back", async ({
  visit,
  browser,
  hall,
}, info) => {
  test.setTimeout(5 * 60_000);
  const page = await signedIn(visit, longThread(hall).path);
  await expect(page.getByRole("article").getByText(`Post ${POSTS}.`)).toBeVisible();

  await browser.startTracing(page, { path: info.outputPath("trace.json") });
  const up = await scrollThread(page, "up", STEP_PX);
  const down = await scrollThread(page, "down", STEP_PX);
  await browser.stopTracing();
  for (const [type, way] of Object.entries({ up, down })) {
    info.annotations.push({ type: `frames on the way ${type}`, description: smoothness(way) });
  }

  const all = Array.from({ length: POSTS }, (_, at) => at + 1);
  for (const way of [up, down]) {
    expect(way.seen.toSorted((a, b) => a - b)).toEqual(all);
    expect(way.disordered).toBe(false);
    expect(way.mostRows).toBeLessThan(80);
  }
  await expect(page.getByRole("article").getByText(`Post ${POSTS}.`)).toBeVisible();
});

test("the address of an old post leads to it, and one of no post says so", async ({
  visit,
  hall,
}) => {
  test.setTimeout(2 * 60_000);
  const { path, postPath } = longThread(hall);
  const page = await signedIn(visit, postPath(40));
  await expect(page.getByText("Looking for the post")).toBeVisible();
  await expect(page.getByRole("article").getByText("Post 40.")).toBeInViewport({ timeout: 60_000 });
  await expect(page.getByText("Looking for the post")).toBeHidden();

  await page.goto(`${origin("main")}${path}#post-${"0".repeat(32)}`);
  await expect(page.getByText("Post not found")).toBeVisible({ timeout: 60_000 });
});
