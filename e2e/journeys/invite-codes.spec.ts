import { randomUUID } from "node:crypto";
import { expectAccessible } from "../support/accessible.ts";
import { origin, password } from "../support/doors.ts";
import { passTheGate, showCode, signUp } from "../support/entering.ts";
import { inOwnHall } from "../support/own-hall.ts";
import { expect } from "../support/test.ts";

/** The codes of an affiliation's creator. Sign-ups are counted, so the journey has an instance of its own. */

const test = inOwnHall("server-for-codes");

// The gate that stays shut.
test.use({ provoked: [/status of 4\d\d .*\/api\/invite-codes\/validate\)/] });

test(
  "a creator's code lets a newcomer in, is seen to be used, and is taken back",
  { tag: "@only-phone" },
  async ({ visit }) => {
    const word = randomUUID().slice(0, 8);
    const code = `CRANE-${word}`.toUpperCase();
    const email = `newcomer-${word}@demo.test`;

    const page = await visit(null, "main", "/login");
    await page.getByLabel("Email").fill("affadmin@demo.test");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/communities");
    await page.goto(`${origin("main")}/affiliation/ashcombe`);
    const codes = page.getByRole("region", { name: "Invite codes" });
    await codes.getByRole("button", { name: "New code" }).click();
    const form = page.getByRole("dialog", { name: "New invite code" });
    await form.getByLabel("Code").fill(code.toLowerCase());
    await form.getByLabel("Uses at most").fill("5");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Create" }).click();
    const row = codes.getByRole("listitem").filter({ hasText: code });
    await expect(row.getByText("Active")).toBeVisible();
    const uses = row.getByRole("button", { name: `Who used ${code}` });
    await expect(uses).toHaveText("Used 0 of 5");

    const newcomer = await visit(null, "main", "/signup");
    await passTheGate(newcomer, code.toLowerCase());
    await expect(newcomer.getByText("Ashcombe College Alumni Association")).toBeVisible();
    await signUp(newcomer, email);
    await newcomer.waitForURL("**/verify-email");

    await page.reload();
    await expect(uses).toHaveText("Used 1 of 5");
    await uses.click();
    const used = page.getByRole("dialog", { name: code });
    await expect(used.getByRole("listitem").filter({ hasText: email })).toContainText(
      "Nora Lindqvist",
    );
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await row.getByRole("button", { name: `Deactivate ${code}` }).click();
    await expect(row.getByText("Deactivated")).toBeVisible();
    await expect(row.getByRole("button", { name: `Deactivate ${code}` })).toBeHidden();

    const late = await visit(null, "main", "/signup");
    await showCode(late, code);
    await expect(late.getByText("Invalid invite code.")).toBeVisible();
    await expect(late.getByRole("heading", { name: "Exclusive Access Required" })).toBeVisible();
  },
);
