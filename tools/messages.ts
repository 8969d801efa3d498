// Checks docs/MESSAGES.md: each file listed as asserting a message must contain that message.
import { readFileSync } from "node:fs";

interface Row {
  number: string;
  words: string;
  /** The asserting tests: through the API or in a unit test, and in a real browser. */
  cells: [string, string];
}

/**
 * The ranges of messages that must be asserted: accounts and access; communities, conversation and
 * the activity centre; direct messages; load errors, recovery and updates; private codes;
 * applications to an affiliation and invitations; support.
 */
const covered = [
  [1, 182],
  [183, 253],
  [254, 263],
  [279, 299],
  [311, 333],
  [343, 350],
  [352, 356],
  [373, 382],
  [388, 390],
  [398, 399],
  [407, 414],
  [416, 420],
  [423, 426],
] as const;
/** A shorter message occurs within other sentences, so it counts only as a text of its own. */
const shortChars = 12;

const path = /`([^`]+\/[^`]+)`/;

function rowsIn(table: string): Row[] {
  return table.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, number = "", words = "", api = "", browser = ""] = cells;
    return /^E-\d{3}$/.test(number) ? [{ number, words, cells: [api, browser] }] : [];
  });
}

/** The text of a source file without syntax characters. */
function plain(text: string): string {
  return text
    .replaceAll("…", "...")
    .replaceAll("’", "'")
    .replaceAll(/\\\n\s*/g, "")
    .replaceAll("\\", "")
    .replaceAll(/\s+/g, " ");
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function patternOf(words: string): RegExp {
  const parts = words.split(/\{[^}]*\}/).map((part) => escaped(plain(part).trim()));
  const whole = parts.filter((part) => part !== "").join(".{0,60}?");
  if (words.length < shortChars) return new RegExp(`["'\`]${whole}["'\`]`);
  // Not where a longer message begins with the same words.
  return new RegExp(words.endsWith("}") ? whole : String.raw`${whole}(?! ?\w)`);
}

const files = new Map<string, string>();

function holds(file: string, words: string): boolean {
  const text = files.get(file) ?? plain(readFileSync(file, "utf8"));
  files.set(file, text);
  return patternOf(words).test(text);
}

function faultsOf({ number, words, cells: [api, browser] }: Row): string[] {
  return [api, browser].flatMap((cell, at) => {
    const file = path.exec(cell)?.[1];
    if (file === undefined) return cell === "" ? [`${number}: nothing is said of it`] : [];
    if (at === 1 && !file.startsWith("e2e/")) return [`${number}: ${file} runs in no browser`];
    return holds(file, words) ? [] : [`${number}: ${file} does not hold "${words}"`];
  });
}

const rows = rowsIn(readFileSync("docs/MESSAGES.md", "utf8"));
const numbers = new Set(rows.map(({ number }) => number));
const wanted = covered.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => `E-${String(first + at).padStart(3, "0")}`),
);
const faults = [
  ...wanted.filter((number) => !numbers.has(number)).map((number) => `${number} is missing`),
  ...(numbers.size === rows.length ? [] : ["a number stands there twice"]),
  ...rows.flatMap(faultsOf),
];
const seen = rows.filter(({ cells }) => path.test(cells[1])).length;
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(
  `${rows.length} messages: ${seen} asserted in a browser, ${rows.length - seen} that nobody sees\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
