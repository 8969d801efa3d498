// Measures the scripts that each build loads for a first screen: those of the page itself and those of
// the screen, as dist/frames.json lists them. Fails if they exceed the limit.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

interface Frames {
  routes: { path: string; preload: string[] }[];
  preload: { signedOut: string[] };
}

const threadPath = "/communities/:communityId/threads/:threadId";
interface Screen {
  name: string;
  limitKb: number;
  /** Its own scripts, besides those of the page. */
  scripts: (frames: Frames) => string[];
}

const screens: Screen[] = [
  { name: "every page", limitKb: 155, scripts: () => [] },
  { name: "sign-in", limitKb: 197, scripts: ({ preload }: Frames) => preload.signedOut },
  {
    name: "thread",
    limitKb: 335,
    scripts: ({ routes }: Frames) => routes.find(({ path }) => path === threadPath)?.preload ?? [],
  },
];

function initialScripts(dist: string): string[] {
  const page = readFileSync(`${dist}/index.html`, "utf8");
  const scripts = [
    ...page.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="(\/[^"]+\.js)"/g),
  ].flatMap(([, path]) => path ?? []);
  if (scripts.length === 0) throw new Error(`${dist}/index.html names no script`);
  return scripts;
}

function weighKb(dist: string, paths: string[]): number {
  const bytes = paths.map((path) => gzipSync(readFileSync(`${dist}${path}`), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1024;
}

let tooHeavy = false;
for (const build of ["web-main", "web-brand"]) {
  const dist = `${build}/dist`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by tools/frames.ts
  const frames = JSON.parse(readFileSync(`${dist}/frames.json`, "utf8")) as Frames;
  const initial = initialScripts(dist);
  for (const { name, limitKb, scripts } of screens) {
    const kb = weighKb(dist, [...new Set([...initial, ...scripts(frames)])]);
    tooHeavy ||= kb > limitKb;
    process.stdout.write(
      `${build}: ${kb.toFixed(1)} kB of script for ${name} (limit ${limitKb})\n`,
    );
  }
}
process.exitCode = tooHeavy ? 1 : 0;
