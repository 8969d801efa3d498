import { call, items, text } from "../support/http.ts";
import { session } from "../support/sessions.ts";
import { expect, test } from "../support/test.ts";

/** From the narrowest phone to a desktop, on both sides of every breakpoint of the editor. */
const widths = [320, 390, 600, 767, 768, 900, 1023, 1024, 1200, 1440];

// The preview is a frame that blocks scripts.
test.use({ provoked: [[/Blocked script execution in 'about:srcdoc'/], { scope: "test" }] });

test(
  "footer links of a brand can be removed at every width",
  { tag: "@only-desktop" },
  async ({ visit }) => {
    const cookies = session("staff", "main");
    const { body } = await call("main", "/api/control/tenants?q=ashcombe", { cookies });
    const page = await visit("staff", "main", `/staff/tenants/${text(items(body)[0], "id")}/brand`);
    const section = page.getByRole("region", { name: "Page footer links" });
    const remove = section.getByRole("button", { name: /^Remove link/ });
    await expect(section).toBeVisible();
    const before = await remove.count();
    for (const width of widths) {
      // oxlint-disable no-await-in-loop -- sequential widths on one page
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await section.getByRole("button", { name: "Add a link" }).click();
        await expect(remove).toHaveCount(before + 1);
        const [around, button] = await Promise.all([
          section.boundingBox(),
          remove.last().boundingBox(),
        ]);
        const end = (button?.x ?? 0) + (button?.width ?? 0);
        expect(end).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0));
        expect(end).toBeLessThanOrEqual(width);
        await remove.last().click();
        await expect(remove).toHaveCount(before);
      });
      // oxlint-enable no-await-in-loop
    }
  },
);
