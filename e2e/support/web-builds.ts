import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Copies of the web builds that an instance serves, so that a test can deploy another release. */
export interface WebBuilds {
  /** Settings of an instance that serves them. */
  settings: Record<string, string>;
  /** Replaces them by a release in which every hashed file has another name. */
  deployNext: () => void;
}

const BUILDS = ["web-main", "web-brand"] as const;
const HASHED = /[\w.-]+-[\w-]{8}\.(?:js|css|svg|woff2|json|png|jpg)/g;
const TEXT = /\.(?:js|css|html|json)$/;
const COMPRESSED = /\.(?:br|gz)$/;

/** Copies the builds of this tree into a folder. */
export function copyWebBuilds(folder: string): WebBuilds {
  const root = resolve(import.meta.dirname, "../..");
  for (const name of BUILDS) {
    cpSync(join(root, name, "dist"), join(folder, name), { recursive: true });
  }
  return {
    settings: {
      GUILDHALL_SERVER__WEB_MAIN_DIR: join(folder, "web-main"),
      GUILDHALL_SERVER__WEB_BRAND_DIR: join(folder, "web-brand"),
    },
    deployNext: () => {
      for (const name of BUILDS) renameHashedFiles(join(folder, name));
    },
  };
}

function renameHashedFiles(dist: string): void {
  const names = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.includes(".") && !COMPRESSED.test(name));
  const renamed = new Map(
    files.flatMap((name) => {
      const file = name.split("/").at(-1) ?? "";
      return name.startsWith("assets/") ? [[file, nextName(file)] as const] : [];
    }),
  );
  const marker = markerOf(dist);
  const contents = files.map((name) => ({ name, bytes: readFileSync(join(dist, name)) }));
  for (const name of names.filter((one) => one.includes("."))) rmSync(join(dist, name));
  for (const { name, bytes } of contents) {
    const target = name.replace(HASHED, (file) => renamed.get(file) ?? file);
    if (!TEXT.test(name)) {
      writeFileSync(join(dist, target), bytes);
      continue;
    }
    const text = bytes.toString("utf8").replace(HASHED, (file) => renamed.get(file) ?? file);
    writeFileSync(join(dist, target), text.replaceAll(marker, reversed(marker)));
  }
}

/** The same file name with its hash reversed. */
function nextName(file: string): string {
  return file.replace(/-([\w-]{8})\.(\w+)$/, (_, hash: string, extension: string) => {
    return `-${reversed(hash)}.${extension}`;
  });
}

function markerOf(dist: string): string {
  const listed: unknown = JSON.parse(readFileSync(join(dist, "version.json"), "utf8"));
  const marker: unknown = typeof listed === "object" && listed && Reflect.get(listed, "marker");
  if (typeof marker !== "string") throw new Error(`${dist}/version.json has no marker`);
  return marker;
}

const reversed = (text: string) => text.split("").toReversed().join("");
