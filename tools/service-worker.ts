// Builds a site's service worker after its pages, with the names of the files that the first screen
// needs. GUILDHALL_SERVICE_WORKER=remove builds the one that removes itself from every browser.
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";
import { languages } from "./languages.ts";

const sources = {
  keep: fileURLToPath(new URL("../web-kit/src/worker/main.ts", import.meta.url)),
  remove: fileURLToPath(new URL("../web-kit/src/worker/removal.ts", import.meta.url)),
};
/** Modules that are loaded after the first screen, without which nothing works offline. */
const offlineModule = /web-kit\/src\/offline\//;
/** Files that the page loads by a tag of its own. */
const tagged = /^assets\/(early-page|hanken-grotesk-latin-wght-normal)-/;

export function serviceWorker(target: string[]): Plugin {
  let outDir = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async writeBundle({ dir }, bundle) {
      const entry = Object.values(bundle).find((part) => part.type === "chunk" && part.isEntry);
      if (entry === undefined) throw new Error("the build has no entry script");
      const isRemoved = process.env["GUILDHALL_SERVICE_WORKER"] === "remove";
      await build({
        configFile: false,
        plugins: [languages()],
        logLevel: "warn",
        publicDir: false,
        define: {
          BUILD_ENTRY: JSON.stringify(`/${entry.fileName}`),
          BUILD_FILES: JSON.stringify(firstFiles(entry.fileName, bundle).map((name) => `/${name}`)),
        },
        build: {
          outDir: dir ?? outDir,
          emptyOutDir: false,
          target,
          rolldownOptions: {
            input: isRemoved ? sources.remove : sources.keep,
            output: { format: "iife", entryFileNames: "sw.js" },
          },
        },
      });
    },
  };
}

/** The entry, the offline modules, and everything that these import statically. */
function firstFiles(entry: string, bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const part = bundle[name];
    if (part === undefined || found.has(name)) return;
    found.add(name);
    if (part.type !== "chunk") return;
    for (const next of part.imports) add(next);
    for (const style of part.viteMetadata?.importedCss ?? []) add(style);
  };
  add(entry);
  for (const [name, part] of Object.entries(bundle)) {
    const isOffline = part.type === "chunk" && part.moduleIds.some((id) => offlineModule.test(id));
    if (isOffline || tagged.test(name)) add(name);
  }
  return [...found];
}
