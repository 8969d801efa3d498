import type { Page } from "@playwright/test";
import { signIn } from "../support/actions.ts";
import { scrollThread, smoothness } from "../support/frames.ts";
import { text } from "../support/http.ts";
import { writeMessages } from "../support/long-conversation.ts";
import { withOwnInstance } from "../support/own-instance.ts";
import { accounts } from "../support/sites.ts";
import { expect } from "../support/test.ts";

/** The conversation would be the longest of the demo network, so it is in its own instance. */

const test = withOwnInstance("server-for-long-conversation");

/**
 * Three hundred messages are six pages, and many more than are rendered at once.
 * GUILDHALL_LONG_CONVERSATION=10000 measures a longer conversation.
 */
const MESSAGES = Number(process.env["GUILDHALL_LONG_CONVERSATION"] ?? 300);
/** Pixels per frame: about the fastest manual scrolling, and less than the overscan. */
const THROWN_PX = 600;

async function startConversation(page: Page, handle: string): Promise<string> {
  const made = await page.evaluate(async (name) => {
    const headers = { "Content-Type": "application/json", "X-Guildhall": "1" };
    const person: unknown = await (await fetch(`/api/users/${name}`, { headers })).json();
    const userId: unknown = Reflect.get(Object(person), "userId");
    const body = JSON.stringify({ participantIds: [userId] });
    const answer = await fetch("/api/conversations", { method: "POST", headers, body });
    return (await answer.json()) as unknown;
  }, handle);
  return text(made, "id");
}

test("a long conversation is scrolled from its end to its start without jumps", async ({
  visit,
  hall,
}, info) => {
  test.setTimeout(10 * 60_000);
  const page = await visit(null, "main", "/login");
  await signIn(page, accounts.member);
  await page.waitForURL("**/home");
  const id = await startConversation(page, "kboateng");
  writeMessages(hall, id, MESSAGES);
  await page.goto(`${new URL(page.url()).origin}/messages/${id}`);
  await expect(page.getByText(`Post ${MESSAGES}.`).first()).toBeVisible();

  const thrown = await scrollThread(page, { direction: "up", step: THROWN_PX });
  const all = Array.from({ length: MESSAGES }, (_, at) => at + 1);
  expect(thrown.seen.toSorted((a, b) => a - b)).toEqual(all);
  const read = await scrollThread(page, { direction: "down", step: 100, most: 240 });
  for (const [type, way] of Object.entries({ "thrown up": thrown, "scrolled down": read })) {
    info.annotations.push({ type, description: smoothness(way) });
    expect(way.disordered).toBe(false);
    expect(way.mostRows).toBeLessThan(80);
  }
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await expect(page.getByRole("article").getByText(`Post ${MESSAGES}.`)).toBeInViewport();
});
