import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { choose, pairOf, threadOf } from "../support/additions.ts";
import type { Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Polls: written, answered live by others, changed, withdrawn and closed. */

const sites: readonly Site[] = ["main", "ashcombe"];

interface PollSettings {
  question: string;
  options: readonly string[];
  secret?: boolean;
  multiple?: boolean;
}

/** Writes a post with a poll. */
async function writePoll(page: Page, settings: PollSettings): Promise<void> {
  await choose(page, "Add a poll");
  const dialog = page.getByRole("dialog", { name: "Add a poll" });
  for (const [at, option] of settings.options.entries()) {
    const input = dialog.getByRole("textbox", { name: `Option ${at + 1}`, exact: true });
    // oxlint-disable-next-line no-await-in-loop -- each option adds the field of the next one
    await input.fill(option);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (at < settings.options.length - 1) await input.press("Enter");
  }
  if (settings.multiple === true) {
    await dialog.getByRole("checkbox", { name: "Several options can be chosen" }).check();
  }
  if (settings.secret === true) await dialog.getByRole("radio", { name: /^Secret/ }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add poll" }).click();
  await expect(page.getByRole("region", { name: "Poll to post" })).toBeVisible();
  await page.getByRole("textbox", { name: "Write a post" }).fill(settings.question);
  await page.getByRole("button", { name: "Post", exact: true }).click();
}

const pollOf = (page: Page, question: string) =>
  page.getByRole("article").filter({ hasText: question }).getByRole("group", { name: "Poll" });

/** A row of the results, such as "North pier 50% 1". */
const row = (page: Page, question: string, option: string) =>
  pollOf(page, question).getByRole("row").filter({ hasText: option });

for (const site of sites) {
  test(
    `${site}: a poll is answered, and its counts change for everyone at once`,
    { tag: site === "main" ? [] : ["@only-desktop"] },
    async ({ visit }, info) => {
      const [writing, reading] = pairOf(info.project.name);
      const path = await threadOf(site, writing, reading);
      const writer = await visit(writing, site, path);
      await expect(writer.getByRole("article").first()).toBeVisible();
      const question = `Which pier first, ${randomUUID().slice(0, 8)}?`;
      await writePoll(writer, { question, options: ["North pier", "South pier", "Both"] });
      await pollOf(writer, question).getByRole("button", { name: "Show results" }).click();
      await expect(row(writer, question, "South pier")).toContainText("0%");

      const reader = await visit(reading, site, path);
      const poll = pollOf(reader, question);
      await expect(poll.getByText("Members see who voted for what")).toBeVisible();
      await expectAccessible(reader);
      // The arrow keys move between the options, and not between the posts.
      await poll.getByRole("radio", { name: "North pier" }).focus();
      await reader.keyboard.press("ArrowDown");
      await expect(poll.getByRole("radio", { name: "South pier" })).toBeChecked();
      await poll.getByRole("button", { name: "Vote" }).click();
      await expect(row(reader, question, "South pier")).toContainText("100%");
      await expect(poll.getByText("1 person has voted")).toBeVisible();
      await expectAccessible(reader);
      await expect(row(writer, question, "South pier")).toContainText("100%");

      await row(writer, question, "South pier")
        .getByRole("button", { name: "1 vote: show who voted" })
        .click();
      const voters = writer.getByRole("dialog", { name: "Who voted for this" });
      await expect(voters.getByRole("listitem")).toHaveCount(1);
      await expectAccessible(writer);
      await voters.getByRole("button", { name: "Close" }).click();
      await expect(voters).toBeHidden();

      await poll.getByRole("button", { name: "Change vote" }).click();
      await poll.getByRole("radio", { name: "Both" }).check();
      await poll.getByRole("button", { name: "Vote" }).click();
      await expect(row(writer, question, "Both")).toContainText("100%");
      await poll.getByRole("button", { name: "Withdraw vote" }).click();
      await expect(row(writer, question, "Both")).toContainText("0%");

      await poll.getByRole("radio", { name: "Both" }).check();
      await poll.getByRole("button", { name: "Vote" }).click();
      await expect(row(writer, question, "Both")).toContainText("100%");
      await pollOf(writer, question).getByRole("button", { name: "Close poll" }).click();
      const dialog = writer.getByRole("dialog", { name: "Close this poll?" });
      await dialog.getByRole("button", { name: "Close poll" }).click();
      await expect(dialog).toBeHidden();
      await expect(poll.getByText("Closed", { exact: true })).toBeVisible();
      await expect(poll.getByRole("button", { name: "Change vote" })).toHaveCount(0);
      await expect(row(reader, question, "Both")).toContainText("Your vote");
    },
  );
}

test("a secret poll takes several options and names no voters", async ({ visit }, info) => {
  const [writing, reading] = pairOf(info.project.name);
  const path = await threadOf("main", writing, reading);
  const writer = await visit(writing, "main", path);
  await expect(writer.getByRole("article").first()).toBeVisible();
  const question = `Which days, ${randomUUID().slice(0, 8)}?`;
  const options = ["Monday", "Tuesday", "Friday"];
  await writePoll(writer, { question, options, secret: true, multiple: true });

  const poll = pollOf(writer, question);
  await poll.getByRole("checkbox", { name: "Friday" }).check();
  await poll.getByRole("checkbox", { name: "Monday" }).check();
  await poll.getByRole("button", { name: "Vote" }).click();
  await expect(row(writer, question, "Monday")).toContainText("100%");
  await expect(row(writer, question, "Friday")).toContainText("100%");
  await expect(poll.getByText("Votes are secret")).toBeVisible();
  await expect(poll.getByRole("button", { name: /show who voted/ })).toHaveCount(0);
});

test.describe("a poll without a connection", () => {
  // Requests without a connection, and the probe whether the server is back.
  test.use({ provoked: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|\/api\//] });

  test("explains why it cannot be answered", async ({ visit }, info) => {
    // The other account has written the polls before.
    const [reading, writing] = pairOf(info.project.name);
    const writer = await visit(writing, "main", await threadOf("main", writing, reading));
    await expect(writer.getByRole("article").first()).toBeVisible();
    const question = `Which hour, ${randomUUID().slice(0, 8)}?`;
    await writePoll(writer, { question, options: ["Nine", "Ten"] });
    const poll = pollOf(writer, question);
    await expect(poll.getByRole("button", { name: "Vote" })).toBeVisible();
    await writer.context().setOffline(true);
    await expect(poll.getByText("You can vote when the connection is back.")).toBeVisible();
    await expect(poll.getByRole("radio", { name: "Nine" })).toBeDisabled();
    await expectAccessible(writer);
    await writer.context().setOffline(false);
    await expect(poll.getByRole("radio", { name: "Nine" })).toBeEnabled();
  });
});
