import { randomUUID } from "node:crypto";
import { totp } from "../support/authenticator.ts";
import { origin, password } from "../support/sites.ts";
import { press, tabTo, write } from "../support/keyboard.ts";
import { linkMailedTo } from "../support/mail.ts";
import { expect, test } from "../support/test.ts";

test(
  "a new member signs up and sets up their account with the keyboard only",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    test.setTimeout(150_000);
    const name = randomUUID().slice(0, 8);
    const email = `keys-${name}@demo.test`;
    const page = await visit(null, "main", "/signup");
    const button = (label: string | RegExp) => page.getByRole("button", { name: label });

    await test.step("the gate and the sign-up", async () => {
      const code = page.getByLabel("Invite code");
      await expect(code).toBeFocused();
      await page.keyboard.type("welcome1");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog")).toBeHidden();
      await write(page.getByLabel("Email"), email);
      await write(page.getByLabel("First name"), "Nora");
      await write(page.getByLabel("Last name"), "Lindqvist");
      await write(page.getByLabel("Password", { exact: true }), password);
      await write(page.getByLabel("Confirm password"), password);
      await press(page.getByRole("checkbox"), "Space");
      await press(button("Create account"));
      await page.waitForURL("**/verify-email");
      await page.goto(await linkMailedTo(email));
    });

    await test.step("the wizard", async () => {
      await page.waitForURL(/\/(login|welcome)/);
      if (page.url().includes("/login")) {
        await write(page.getByLabel("Email"), email);
        await write(page.getByLabel("Password", { exact: true }), password);
        await page.keyboard.press("Enter");
      }
      await press(button("Continue Setup"));
      for (const title of ["Terms of Service", "Community Guidelines", "Privacy Policy"]) {
        const text = page.getByRole("region", { name: `${title}, full text` });
        await expect(text).toBeFocused();
        const box = page.getByRole("checkbox", { name: `I have read and agree to the ${title}` });
        await page.keyboard.press("End");
        await expect(box).toBeEnabled();
        await press(box, "Space");
        await press(button(/^(Continue|Join)$/));
      }
      await page.waitForURL("**/home");
    });

    await test.step("the profile and the handle", async () => {
      await press(button(/Account menu/));
      await page.keyboard.press("Home");
      await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
      await page.keyboard.press("Enter");
      await press(page.getByRole("link", { name: "Edit profile" }));
      await write(page.getByLabel("Handle"), `nora.${name}`);
      await expect(page.getByText("Free", { exact: true })).toBeVisible();
      await write(page.getByLabel("Job title"), "Bookbinder");
      await press(button("Save profile"));
      await page.waitForURL("**/profile");
      await expect(page.getByText(`@nora.${name}`).first()).toBeVisible();
    });

    await test.step("the second factor", async () => {
      await page.goto(`${origin("main")}/settings`);
      await press(page.getByRole("link", { name: "Two-factor authentication" }));
      await press(button("Set up two-factor authentication"));
      const dialog = page.getByRole("dialog", { name: "Set up your authenticator app" });
      await expect(dialog.getByLabel("Verification code")).toBeFocused();
      await page.keyboard.type(totp(await dialog.locator("code").innerText()));
      await page.keyboard.press("Enter");
      const saved = button("I have saved my codes");
      await tabTo(saved);
      await page.keyboard.press("Enter");
      await expect(page.getByText("10 backup codes are left.")).toBeVisible();
    });

    await test.step("the devices and the other settings", async () => {
      await press(page.getByRole("link", { name: "Devices" }));
      await expect(page.getByRole("list", { name: "Devices" })).toBeVisible();
      await press(page.getByRole("link", { name: "Privacy" }));
      const audience = page.getByRole("group", { name: "Who can see my profile" });
      await tabTo(audience.getByRole("radio", { checked: true }));
      await page.keyboard.press("ArrowDown");
      await expect(audience.getByRole("radio", { checked: true })).toBeFocused();
      await press(page.getByRole("link", { name: "Notifications" }));
      const communities = page.getByRole("checkbox", {
        name: "Notify me about activity in my communities",
      });
      await press(communities, "Space");
      await expect(communities).not.toBeChecked();
    });
  },
);
