// Marks each build, so that an open page notices that the site serves a newer one: index.html gets
// `<meta name="build">`, and version.json the same marker with the version and the build time.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

interface EmittedFile {
  fileName: string;
  code?: string;
  source?: string | Uint8Array;
}

/** The marker is a hash of what is emitted, so the same sources give the same marker. */
export function buildMarker(): Plugin {
  let marker = "";
  return {
    name: "build-marker",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        marker = markerOf(html, Object.values(bundle ?? {}));
        return [{ tag: "meta", attrs: { name: "build", content: marker }, injectTo: "head" }];
      },
    },
    generateBundle: {
      order: "post",
      handler() {
        if (marker === "") this.error("index.html was not built, so there is no build marker");
        const source = JSON.stringify({ version: version(), marker, builtAt: builtAt() });
        this.emitFile({ type: "asset", fileName: "version.json", source: `${source}\n` });
      },
    },
  };
}

export function markerOf(html: string, files: readonly EmittedFile[]): string {
  const digest = createHash("sha256").update(html);
  for (const file of files.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) {
    digest.update(`\0${file.fileName}\0`).update(file.code ?? file.source ?? "");
  }
  return digest.digest("hex").slice(0, 16);
}

function version(): string {
  const manifest = readFileSync(new URL("../Cargo.toml", import.meta.url), "utf8");
  const found = /^version = "([^"]+)"/m.exec(manifest)?.[1];
  if (found === undefined) throw new Error("Cargo.toml names no version");
  return found;
}

/** A reproducible time if there is one: SOURCE_DATE_EPOCH, or that of the commit. */
function builtAt(): string {
  const epoch = process.env["SOURCE_DATE_EPOCH"] ?? commitTime();
  const time = epoch === null ? new Date() : new Date(Number(epoch) * 1000);
  return time.toISOString();
}

/** Null outside a repository, such as in a source archive. */
function commitTime(): string | null {
  try {
    const time = execFileSync("git", ["log", "-1", "--format=%ct"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    return time === "" ? null : time;
  } catch {
    return null;
  }
}
