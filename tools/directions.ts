// Fails on style classes that name a physical side, since the layout is mirrored for languages that
// are written from right to left: "ms-2" instead of "ml-2".
import { globSync, readFileSync } from "node:fs";

const physical =
  /(?<![\w-])(?:[a-z-]+:|\[[^\]\s]*\]:)*!?-?(?:m[lr]|p[lr]|scroll-m[lr]|scroll-p[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|float-(?:left|right)|text-(?:left|right))(?:-(?:\[[^\]\s]+\]|[\w./]+))?!?(?=["'`\s])/g;

let found = 0;
for (const file of globSync("web-*/src/**/*.{ts,tsx}")) {
  if (file.includes(".test.") || file.includes("/testing/")) continue;
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    // Only lines with class names: words of texts and identifiers are no classes.
    if (!/class|["'`](?:[a-z:[\]-]+ )*[a-z:]*-?(?:left|right|m[lr]|p[lr])-/i.test(line)) continue;
    for (const [name] of line.matchAll(physical)) {
      if (/^(?:left|right)$/.test(name) || name.endsWith("left-1/2")) continue;
      process.stdout.write(`${file}:${index + 1}: ${name}\n`);
      found += 1;
    }
  }
}
process.exitCode = found === 0 ? 0 : 1;
