// Measures the files that each build loads before the first screen, and fails if they exceed the
// limit.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const limitKb = 170;

function initialScripts(page: string): string[] {
  return [
    ...page.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="\/([^"]+\.js)"/g),
  ].flatMap(([, path]) => path ?? []);
}

function weighKb(dist: string): number {
  const page = readFileSync(`${dist}/index.html`, "utf8");
  const scripts = initialScripts(page);
  if (scripts.length === 0) throw new Error(`${dist}/index.html names no script`);
  const bytes = scripts.map(
    (path) => gzipSync(readFileSync(`${dist}/${path}`), { level: 9 }).length,
  );
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

let tooHeavy = false;
for (const build of ["web-main", "web-brand"]) {
  const kb = weighKb(`${build}/dist`);
  tooHeavy ||= kb > limitKb;
  process.stdout.write(
    `${build}: ${kb.toFixed(1)} kB of script before the first screen (limit ${limitKb})\n`,
  );
}
process.exitCode = tooHeavy ? 1 : 0;
