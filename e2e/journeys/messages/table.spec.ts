import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "@playwright/test";

test("every message of the table is asserted where it says so", () => {
  const root = resolve(import.meta.dirname, "../../..");
  const said = execFileSync(process.execPath, ["tools/messages.ts"], { cwd: root });
  expect(said.toString()).toMatch(/asserted in a browser/);
});
