import { request } from "node:http";
import { expect } from "@playwright/test";
import { hostname, origin } from "../support/doors.ts";
import { follow } from "../support/following.ts";
import { test } from "../support/test.ts";
import { hostilePaths } from "./support/hostile-paths.ts";
import { placeOfLayout } from "./support/layouts.ts";
import { watchOrigins } from "./support/ways.ts";

/** Nobody is led to another origin, however it is written (security.md, A-21 and section 5.4). */

/** Addresses that are none are refused or not found. */
test.use({ provoked: [[/status of 40[0-9]/, /ERR_/], { scope: "test" }] });

/** Where it leads is known once it is gone to; pictures and letters need not be waited for. */
const began = { waitUntil: "commit" } as const;
/** Of so many addresses one is typed in; the others are followed as a link of the application is. */
const typedIn = 8;

test("no address of the way in leads a member off", async ({ visit }) => {
  test.setTimeout(180_000);
  // Where a link leads is decided by main's own client, which is the same in every layout: each takes its share of
  // the addresses, and a run of all layouts goes to all of them. It decides the same whether it was loaded for an
  // address or stood there already, and to load it takes ten times as long.
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
    // oxlint-disable-next-line no-await-in-loop -- one browser goes to one after the other
    if (at % typedIn === 0) await page.goto(`${origin("main")}${address}`, began);
    // oxlint-disable-next-line no-await-in-loop
    else await follow(page, address);
    // oxlint-disable-next-line no-await-in-loop
    await page.waitForURL(`${origin("main")}/home`, began);
  }
  expect(left()).toEqual([]);
});

test("plain HTTP leads to the same host over TLS, whatever is asked for", async () => {
  const asked = hostilePaths
    .map((path) => (path.startsWith("/") ? path : `/${path}`))
    // What a client cannot put into a request line.
    .filter((path) => /^[\u0021-\u007e]+$/.test(path));
  expect(asked.length).toBeGreaterThan(50);
  for (const path of asked) {
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
