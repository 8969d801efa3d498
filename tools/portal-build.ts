// Checks that the portal's build contains no code for staff, tenants or the waitlist: none of its scripts names one
// of their calls. The main site's build must contain each of them, so that a renamed call cannot pass unnoticed.
import { globSync, readFileSync } from "node:fs";

const calls = ["/api/staff/", "/api/control/tenants", "/api/control/edges", "/api/waitlist"];

function scripts(build: string): string {
  const files = globSync(`${build}/dist/assets/*.js`);
  if (files.length === 0) throw new Error(`${build}/dist has no scripts; build it first`);
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

const [main, brand] = [scripts("web-main"), scripts("web-brand")];
const missing = calls.filter((call) => !main.includes(call));
const leaked = calls.filter((call) => brand.includes(call));
for (const call of missing) process.stdout.write(`web-main does not call ${call}\n`);
for (const call of leaked) process.stdout.write(`web-brand contains ${call}\n`);
process.exitCode = missing.length + leaked.length === 0 ? 0 : 1;
