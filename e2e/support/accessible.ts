import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { NodeResult, RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";

/** What a page is given to look at itself with: the shortened one, of which a page has read half as much. */
const source = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules whose findings axe itself never calls serious: to look for them takes a tenth of a look. */
const slight = ["landmark-one-main", "landmark-unique", "region"];

/** Rules whose findings always count, although axe calls them moderate. */
const strict = ["heading-order"];

/** No serious finding of axe (of these rules, or of all), and nothing that is wider than the screen. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, "pixels wider than the screen").toBeLessThanOrEqual(0);

  // A page that was looked at before has it already; reading it is a good part of what a look takes.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const options: RunOptions = {
    // What passed is not asked for.
    resultTypes: ["violations"],
    ...(rules === undefined ? { rules: without(slight) } : { runOnly: rules }),
  };
  // Our pages hold no frame of another origin, so one run in the page itself sees all of it.
  const { violations } = await page.evaluate((requested) => globalThis.axe.run(requested), options);
  const findings = violations
    .filter(
      ({ id, impact }) => impact === "serious" || impact === "critical" || strict.includes(id),
    )
    .map(({ id, nodes }) => `${id}: ${nodes.map(finding).join(", ")}`);
  expect(findings, "serious findings of axe").toEqual([]);
}

function without(rules: string[]): NonNullable<RunOptions["rules"]> {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
}

/** Where, and what axe says of it: for a contrast both colours and the size. */
function finding({ target, any }: NodeResult): string {
  return `${target.join(" ")} (${any.map(({ message }) => message).join(" ")})`;
}

type Axe = typeof axe;

declare global {
  // What axe's own source makes of itself in the page.
  var axe: Axe;
}
