import { AxeBuilder } from "@axe-core/playwright";
import type { NodeResult } from "axe-core";
import { expect, type Page } from "@playwright/test";

/** No serious finding of axe (of these rules, or of all), and nothing that is wider than the screen. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "pixels wider than the screen").toBeLessThanOrEqual(0);

  // Our pages hold no frame of another origin, so one run in the page itself sees all of it; the
  // other mode opens a second page for each run. What passed is not asked for.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ["violations"],
    ...(rules === undefined ? {} : { runOnly: rules }),
  });
  const { violations } = await axe.analyze();
  const findings = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(finding).join(", ")}`);
  expect(findings, "serious findings of axe").toEqual([]);
}

/** Where, and what axe says of it: for a contrast both colours and the size. */
function finding({ target, any }: NodeResult): string {
  return `${target.join(" ")} (${any.map(({ message }) => message).join(" ")})`;
}
