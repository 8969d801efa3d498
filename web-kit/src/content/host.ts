/**
 * Formats the host of a URL for display. A host that mixes scripts may imitate another one
 * (`аpple.com` with a Cyrillic letter) and is shown in its `xn--` form. This is the single-script
 * check of Unicode Technical Standard 39 with the recommended scripts of Unicode Standard Annex 31.
 */
const SCRIPTS = [
  ..."Latin Greek Cyrillic Armenian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati".split(
    " ",
  ),
  ..."Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian".split(" "),
  ..."Ethiopic Khmer".split(" "),
].map((script) => [script]);
/** Scripts that one language combines. */
const COMBINED_SCRIPTS = [
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Bopomofo"],
  ["Han", "Hangul"],
];

let singleScripts: readonly RegExp[] | null = null;

function isSingleScript(label: string): boolean {
  singleScripts ??= [...SCRIPTS, ...COMBINED_SCRIPTS].map((scripts) => {
    const allowed = [...scripts, "Common", "Inherited"].map((script) => `\\p{scx=${script}}`);
    return new RegExp(`^[${allowed.join("")}]*$`, "u");
  });
  return singleScripts.some((script) => script.test(label));
}

const ASCII = /^[ -~]*$/;
/** Scheme and credentials, host, port, and the rest. */
const PARTS = /^(https?:\/\/(?:[^/?#]*@)?)([^/?#@:]+)((?::\d*)?(?:[/?#].*)?)$/isu;

/** The URL as typed, but with a host that cannot imitate another one. */
export function displayAddress(address: string): string {
  if (ASCII.test(address)) return address;
  const [, scheme, host, rest] = PARTS.exec(address) ?? [];
  if (scheme === undefined || host === undefined) return address;
  if (host.split(/[.。．｡]/u).every(isSingleScript)) return address;
  try {
    return `${scheme}${new URL(address).hostname}${rest ?? ""}`;
  } catch {
    return address;
  }
}
