import { signIn } from "../../support/actions.ts";
import { failUntil, expectText } from "../../support/failures.ts";
import { sharedThread } from "../../support/screens.ts";
import { origin } from "../../support/sites.ts";
import { expect, test } from "../../support/test.ts";

/** Errors of texts, of loading, and of the limit on created communities (docs/MESSAGES.md). */

test.use({ provoked: [/status of 4\d\d/] });

test("limits of a community's name and of communities on the Basic tier", async ({ visit }) => {
  const page = await visit(null, "main", "/login");
  await signIn(page, "siobhan@demo.test");
  await page.waitForURL("**/home");
  await page.goto(`${origin("main")}/communities`);
  const form = page.getByRole("dialog");
  const name = form.getByLabel("Name", { exact: true });
  const create = () => form.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "New community" }).first().click();
  await create();
  await expectText(page, "Input is required");
  await name.fill("x".repeat(201));
  await expectText(page, "Title too long (max 200 characters)");
  await name.fill("   ");
  await expectText(page, "Content cannot be empty");
  await name.fill("<script>alert(1)</script>");
  await expectText(page, "Content contains potentially harmful code");
  await name.fill("Evening readers");
  await form.getByLabel("Description").fill("One book a month, read slowly.");
  await create();
  await expectText(page, "Basic subscription limit reached");

  // The focus returns to the button.
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("button", { name: "New community" }).first()).toBeFocused();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});

test("a post shows why it cannot be sent", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const page = await visit("member", "main", path);
  const area = page.getByRole("textbox", { name: "Write a post" });
  await area.fill("javascript:alert(1)");
  await expectText(page, "Message contains prohibited content");
  await expect(page.getByRole("button", { name: "Post", exact: true })).toBeDisabled();
  await area.fill("");
  // The newest post: scrolling to the oldest rendered one would load older posts during the click.
  await page
    .getByRole("feed", { name: "Posts" })
    .getByRole("button", { name: /^Reply to/ })
    .last()
    .click();
  await page.getByRole("textbox", { name: "Write a reply" }).fill("x".repeat(5001));
  await expectText(page, "Message too long (max 5000 characters)");
});

test("load errors appear in the pane that failed", async ({ visit }) => {
  const { path } = await sharedThread("member", "second");
  const community = path.replace(/\/threads\/.*/, "");
  const page = await visit("member", "main", "/communities");
  const no = { status: 403, code: "forbidden", detail: "No" };
  const gone = { status: 422, detail: "No" };
  const unknown = { status: 422, detail: "Failed to load community details" };
  for (const [list, answer, place, words] of [
    [`${path}/posts*`, no, path, "Unable to load posts. Please check your permissions."],
    [
      `${community}/threads*`,
      no,
      community,
      "Unable to load threads. Please check your permissions.",
    ],
    [
      "/communities*",
      no,
      "/communities",
      "Unable to load communities. Please check your permissions.",
    ],
    ["/communities*", gone, "/communities", "Failed to load communities. Please try again."],
    [community, unknown, community, "Failed to load community details"],
  ] as const) {
    // oxlint-disable no-await-in-loop -- sequential, on one page
    const back = await failUntil(page, `GET ${list.slice(1)}`, answer);
    await page.goto(new URL(place, page.url()).href);
    await expectText(page, words);
    await back();
    // oxlint-enable no-await-in-loop
  }
});
