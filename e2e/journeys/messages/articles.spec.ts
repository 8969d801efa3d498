import { sharedCommunity } from "../../support/articles.ts";
import { expectText, expectTextOnFailure } from "../../support/failures.ts";
import { test } from "../../support/test.ts";

/** Errors of an article's publication (docs/MESSAGES.md). */

test.use({ provoked: [/status of [45]\d\d/] });

test("an article shows why it cannot be published", async ({ visit }) => {
  const community = await sharedCommunity(["member", "second"], "main", "public");
  const page = await visit("member", "main", `/articles/new?community=${community}`);
  const publish = () => page.getByRole("button", { name: "Publish" }).click();
  const text = page.getByLabel("Text", { exact: true });
  await page.getByLabel("Title").fill("On length");
  await text.fill("word ".repeat(1601));
  await publish();
  await expectText(page, "Article exceeds maximum length of 1600 words");
  await text.fill("Short after all.");
  await expectTextOnFailure(page, "POST communities/*/articles", publish, [
    [{ status: 500 }, "Failed to create article"],
  ]);
});
