import { randomUUID } from "node:crypto";
import { postMessage, sharedThread } from "../support/screens.ts";
import { expect, test } from "../support/test.ts";

test("a new post appears live for another member", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const reader = await visit("second", "main", path);
  await expect(reader.getByRole("article").first()).toBeVisible();
  const writer = await visit("member", "main", path);
  await expect(writer.getByRole("article").first()).toBeVisible();

  const words = `Seen at once, ${randomUUID().slice(0, 8)}.`;
  await postMessage(writer, words);

  await expect(reader.getByRole("article").getByText(words)).toBeVisible();
  await expect(writer.getByRole("article").getByText(words)).toHaveCount(1);
});
