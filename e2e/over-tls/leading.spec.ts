import { request } from "node:http";
import { expect } from "@playwright/test";
import { hostname, origin } from "../support/sites.ts";
import { followLink } from "../support/links.ts";
import { test } from "../support/test.ts";
import { hostilePaths } from "./support/hostile-paths.ts";
import { placeOfLayout } from "./support/layouts.ts";
import { watchOrigins } from "./support/transfers.ts";

/**
 * Open redirects: no path leads to another origin, however it is written (security.md, A-21 and
 * section 5.4).
 */

/** Malformed paths are refused or not found. */
test.use({ provoked: [[/status of 40[0-9]/, /ERR_/], { scope: "test" }] });

/** The navigation's target is known at its commit; resources need not be loaded. */
const began = { waitUntil: "commit" } as const;
/** One of this many paths is opened as a page load, the others as a link within the app. */
const typedIn = 8;

test("no sign-in address redirects a member to another origin", async ({ visit }) => {
  test.setTimeout(180_000);
  // The main site's client decides the target of a link, and is the same in every layout, so each
  // layout tests its share of the paths. The client decides the same whether it was loaded for a
  // path or before, and loading it takes ten times as long.
  const { place, of } = placeOfLayout();
  const ours = hostilePaths.filter((_, at) => at % of === place);
  expect(ours.length).toBeGreaterThan(40);
  const page = await visit("member", "main", "/about");
  const left = watchOrigins(page);
  for (const [at, path] of ours.entries()) {
    const query = ["redirect", "next", "redirectPath", "returnTo", "url"]
      .map((name) => `${name}=${encodeURIComponent(path)}`)
      .join("&");
    const address = `/login?${query}#${encodeURIComponent(path)}`;
    // oxlint-disable-next-line no-await-in-loop -- sequential, in one browser
    if (at % typedIn === 0) await page.goto(`${origin("main")}${address}`, began);
    // oxlint-disable-next-line no-await-in-loop
    else await followLink(page, address);
    // oxlint-disable-next-line no-await-in-loop
    await page.waitForURL(`${origin("main")}/home`, began);
  }
  expect(left()).toEqual([]);
});

test("plain HTTP redirects every path to the same host over TLS", async () => {
  const requested = hostilePaths
    .map((path) => (path.startsWith("/") ? path : `/${path}`))
    // Without characters that cannot occur in a request line.
    .filter((path) => /^[\u0021-\u007e]+$/.test(path));
  expect(requested.length).toBeGreaterThan(50);
  for (const path of requested) {
    // oxlint-disable-next-line no-await-in-loop
    const { status, location } = await plain(path);
    if (location === undefined) expect(status, path).toBe(400);
    else expect(new URL(location).origin, path).toBe(origin("main"));
  }
});

function plain(path: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((done, failed) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: Number(process.env["GUILDHALL_E2E_PLAIN_PORT"]),
        path,
        headers: { Host: hostname("main") },
      },
      (answer) => {
        answer.resume();
        done({ status: answer.statusCode ?? 0, location: answer.headers.location });
      },
    );
    sent.on("error", failed);
    sent.end();
  });
}
