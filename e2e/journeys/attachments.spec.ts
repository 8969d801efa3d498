import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/accessible.ts";
import { choose, pairOf, threadOf } from "../support/additions.ts";
import type { Site } from "../support/sites.ts";
import { expect, test } from "../support/test.ts";

/** Files of posts: chosen, uploaded, refused, and downloaded by other members. */

const sites: readonly Site[] = ["main", "ashcombe"];
const minutes = "day,load\n1,20\n2,25\n";
const csv = (name: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(minutes) });

for (const site of sites) {
  test(
    `${site}: a post with files reaches others, who download them`,
    { tag: site === "main" ? [] : ["@only-desktop"] },
    async ({ visit }, info) => {
      const [writing, reading] = pairOf(info.project.name);
      const path = await threadOf(site, writing, reading);
      const reader = await visit(reading, site, path);
      await expect(reader.getByRole("article").first()).toBeVisible();
      const writer = await visit(writing, site, path);
      await expect(writer.getByRole("article").first()).toBeVisible();

      const chooser = writer.waitForEvent("filechooser");
      await choose(writer, "Attach files");
      const long = "Measurements of the load test on the northern pier.csv";
      await (await chooser).setFiles([csv("load.csv"), csv(long)]);
      const draft = writer.getByRole("list", { name: "Files to post" });
      await expect(draft.getByRole("listitem")).toHaveCount(2);
      await expect(writer.getByRole("progressbar")).toHaveCount(0);
      await expectAccessible(writer);

      await writer.getByRole("button", { name: "Remove load.csv" }).click();
      await expect(draft.getByRole("listitem")).toHaveCount(1);
      const words = `The measurements, ${randomUUID().slice(0, 8)}.`;
      await writer.getByRole("textbox", { name: "Write a post" }).fill(words);
      await writer.getByRole("button", { name: "Post", exact: true }).click();

      const post = reader.getByRole("article").filter({ hasText: words });
      const link = post.getByRole("link", { name: `Download ${long}, CSV, 1 KB` });
      await expect(link).toBeVisible();
      await expectAccessible(reader);
      const downloaded = reader.waitForEvent("download");
      await link.click();
      const download = await downloaded;
      expect(download.suggestedFilename()).toBe(long);
      expect(await readFile(await download.path(), "utf8")).toBe(minutes);
    },
  );
}

test("a post may be files alone", async ({ visit }, info) => {
  const [writing, reading] = pairOf(info.project.name);
  const writer = await visit(writing, "main", await threadOf("main", writing, reading));
  await expect(writer.getByRole("article").first()).toBeVisible();
  const name = `${randomUUID().slice(0, 8)}.csv`;
  const send = writer.getByRole("button", { name: "Post", exact: true });
  await expect(send).toBeDisabled();
  await writer.getByLabel("Files to attach").setInputFiles([csv(name)]);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(writer.getByRole("link", { name: `Download ${name}, CSV, 1 KB` })).toBeVisible();
});

test.describe("a file that is refused", () => {
  test.use({ provoked: [/status of 4\d\d .*\/files\)/] });

  test("names the reason, and is removed", async ({ visit }, info) => {
    const [writing, reading] = pairOf(info.project.name);
    const writer = await visit(writing, "main", await threadOf("main", writing, reading));
    await expect(writer.getByRole("article").first()).toBeVisible();
    const input = writer.getByLabel("Files to attach");
    const refusal = writer.getByText("Only PDF, text, CSV and ZIP files can be added.");

    // The browser refuses it by its name.
    const buffer = Buffer.from([0x4d, 0x5a, 0, 1, 2, 3, 0xff, 0xfe]);
    await input.setInputFiles([{ name: "run.exe", mimeType: "application/x-msdownload", buffer }]);
    await expect(refusal).toBeVisible();
    await expect(writer.getByRole("list", { name: "Files to post" })).toHaveCount(0);

    // The server refuses it by its content.
    await input.setInputFiles([{ name: "plan.pdf", mimeType: "application/pdf", buffer }]);
    await expect(writer.getByRole("button", { name: "Upload plan.pdf again" })).toBeVisible();
    await expect(refusal).toBeVisible();
    await expectAccessible(writer);
    await writer.getByRole("button", { name: "Remove plan.pdf" }).click();
    await expect(refusal).toHaveCount(0);
    await expect(writer.getByRole("textbox", { name: "Write a post" })).toBeFocused();
  });
});
