import { signIn } from "../support/actions.ts";
import { accounts, origin } from "../support/sites.ts";
import { scrollThread, smoothness, workPerFrame } from "../support/frames.ts";
import type { Instance } from "../support/instance.ts";
import { writeLongThread } from "../support/long-thread.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { expect, type Fixtures } from "../support/test.ts";

/** The thread would be the longest of the demo network, so it is in its own instance. */

const test = withOwnInstance("server-for-long-thread");

/**
 * Four hundred posts are eight pages, and many more than are rendered at once.
 * GUILDHALL_LONG_THREAD=5000 measures a longer thread.
 */
const ASKED_FOR = process.env["GUILDHALL_LONG_THREAD"];
const POSTS = Number(ASKED_FOR ?? 400);
const COMMUNITY = "Bridges & Tall Structures";
/** Pixels per frame: about the fastest manual scrolling, and less than the overscan. */
const THROWN_PX = 700;
/** Number of measured frames: four seconds, or ten for a longer thread. */
const READ_FRAMES = POSTS > 1000 ? 600 : 240;

/** Opens a path as a signed-in member. */
async function signedIn(visit: Fixtures["visit"], path: string) {
  const page = await visit(null, "main", "/login");
  await signIn(page, accounts.member);
  await page.waitForURL("**/home");
  await page.goto(`${origin("main")}${path}`);
  return page;
}

const longThread = (hall: Instance) => writeLongThread(hall, COMMUNITY, POSTS);

test("a long thread can be scrolled from its end to its start", async ({
  visit,
  browser,
  hall,
}, info) => {
  test.setTimeout(5 * 60_000);
  const page = await signedIn(visit, longThread(hall).path);
  await expect(page.getByRole("article").first()).toBeVisible();
  // The thread opens at the first unread post.
  await scrollThread(page, { direction: "down", step: THROWN_PX });

  // No post is skipped.
  const thrown = await scrollThread(page, { direction: "up", step: THROWN_PX });
  const all = Array.from({ length: POSTS }, (_, at) => at + 1);
  expect(thrown.seen.toSorted((a, b) => a - b)).toEqual(all);

  // The trace covers the whole browser and decides nothing; it is recorded only when figures are
  // requested.
  if (ASKED_FOR !== undefined) {
    await browser.startTracing(page, { path: info.outputPath("trace.json") });
  }
  const read = await scrollThread(page, { direction: "down", step: 100, most: READ_FRAMES });
  if (ASKED_FOR !== undefined) {
    const description = workPerFrame(await browser.stopTracing());
    info.annotations.push({ type: "work while it is scrolled", description });
  }
  for (const [type, way] of Object.entries({ "thrown up": thrown, "scrolled down": read })) {
    info.annotations.push({ type, description: smoothness(way) });
    expect(way.disordered).toBe(false);
    expect(way.mostRows).toBeLessThan(80);
  }
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await expect(page.getByRole("article").getByText(`Post ${POSTS}.`)).toBeInViewport();
});

test("the address of an old post opens it, and an unknown one is reported", async ({
  visit,
  hall,
}) => {
  test.setTimeout(2 * 60_000);
  const { path, postPath } = longThread(hall);
  const page = await signedIn(visit, postPath(40));
  await expect(page.getByText("Searching for the post")).toBeVisible();
  await expect(page.getByRole("article").getByText("Post 40.")).toBeInViewport({ timeout: 60_000 });
  await expect(page.getByText("Searching for the post")).toBeHidden();

  await page.goto(`${origin("main")}${path}#post-${"0".repeat(32)}`);
  await expect(page.getByText("Post not found")).toBeVisible({ timeout: 60_000 });
});
