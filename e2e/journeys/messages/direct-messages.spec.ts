import { expectText, expectTextOnFailure, failNext, failUntil } from "../../support/failures.ts";
import { conversationOf } from "../../support/messages.ts";
import { expect, test } from "../../support/test.ts";

/** Messages about conversations (C-097, C-101, A-244). */

test.use({ provoked: [/Failed to load resource/] });

const internal = (detail: string) => ({ status: 500, detail });

test("the list reports that it could not be loaded, and why", async ({ visit }) => {
  for (const [status, code, words] of [
    [500, "internal", "Failed to load conversations"],
    [403, "forbidden", "Unable to load conversations. Please check your permissions."],
    [503, "unavailable", "Service temporarily unavailable. Please try again later."],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const page = await visit("second", "main", "/messages", (opened) =>
      failUntil(opened, "GET conversations?*", { status, code, detail: words }),
    );
    await expectText(page, words);
    // oxlint-enable no-await-in-loop
  }
});

test("the messages report that they could not be loaded", async ({ visit }) => {
  const id = await conversationOf("second", "member", "main");
  const words = "Failed to load messages";
  const page = await visit("second", "main", `/messages/${id}`, (opened) =>
    failUntil(opened, `GET conversations/${id}/messages?*`, internal(words)),
  );
  await expectText(page, words);
});

test("a message that was not sent is reported", async ({ visit }) => {
  const id = await conversationOf("second", "member", "main");
  const page = await visit("second", "main", `/messages/${id}`);
  const composer = page.getByRole("textbox", { name: /^Message to/ });
  await composer.fill("Will this arrive?");
  await expectTextOnFailure(
    page,
    `POST conversations/${id}/messages`,
    () => composer.press("Enter"),
    [
      [null, "Failed to send message"],
      [internal("Failed to send message"), "Failed to send message"],
    ],
  );
  await expect(composer).toHaveValue("Will this arrive?");
});

test("a conversation that was not created is reported, and a new one", async ({ visit }) => {
  const page = await visit("second", "main", "/messages/new");
  const dialog = page.getByRole("dialog", { name: "New conversation" });
  const people = dialog.getByRole("combobox", { name: "People" });
  for (const name of ["Mateo", "Luc"]) {
    // oxlint-disable no-await-in-loop -- one after the other
    await people.fill(name);
    await expect(dialog.getByRole("option").first()).toContainText(name);
    await people.press("Enter");
    // oxlint-enable no-await-in-loop
  }
  await dialog.getByLabel("Group name").fill("Planning");
  const create = dialog.getByRole("button", { name: "Create group" });
  const words = "Failed to create conversation";
  const { answered } = await failNext(page, "POST conversations", internal(words));
  await create.click();
  await answered;
  await expectText(page, words);
  await create.click();
  await expectText(page, "New conversation created");
});
