// The Vite configuration of both builds, which differ only in their entry points.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, UserConfig } from "vite";
import { buildMarker } from "./build-marker.ts";
import type { FrameSite } from "../web-kit/src/frames/parts.tsx";
import { frames } from "./frames.ts";
import { languages } from "./languages.ts";
import { precompress } from "./precompress.ts";
import { serviceWorker } from "./service-worker.ts";

// Browsers that support light-dark(), on which the theme is built.
const browsers = ["chrome123", "edge123", "firefox128", "safari17.5"];

const framework = /node_modules\/(react|react-dom|scheduler|react-router)\//;
// Without those of events: the card of an event would load code of forms with them.
const texts = /web-kit\/src\/features\/(communities\/(?!events\/)|(posts|articles|reports)\/)/;
const communities = /web-kit\/src\/features\/communities\//;
const conversation = /web-kit\/src\/(features\/(communities|posts|articles|reports)|ui)\//;

/** Parts of many screens that the sign-in group would take along with what imports them. */
const takenAlong =
  /lucide-react\/dist\/esm\/icons\/(check|eye-off|key-round|pause|play)\.mjs|auth-layouts\/brand-picture\.tsx/;

const earlyPage = new URL("../web-kit/src/theme/early-page.js", import.meta.url);

/**
 * Inserts the script that sets the theme and the language, unbundled and blocking, first in the head:
 * a module would run after the first paint.
 */
function pageBeforePaint(): Plugin {
  const source = readFileSync(earlyPage, "utf8");
  const digest = createHash("sha256").update(source).digest("hex").slice(0, 8);
  const fileName = `assets/early-page-${digest}.js`;
  return {
    name: "page-before-paint",
    transformIndexHtml: () => [
      { tag: "script", attrs: { src: `/${fileName}` }, injectTo: "head-prepend" },
    ],
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader("Content-Type", "text/javascript").end(source);
      });
    },
  };
}

/** Preloads the interface font with the page instead of after the style sheet. */
function preloadInterfaceFace(): Plugin {
  return {
    name: "preload-interface-face",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /hanken-grotesk-latin-wght-normal-[^/]*\.woff2$/.test(name))
          .map((name) => ({
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              crossorigin: true,
              href: `/${name}`,
            },
            injectTo: "head" as const,
          })),
    },
  };
}

const signInScreen = "web-kit/src/features/accounts/login-screen.tsx";

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/**
 * Groups what the sign-in screen imports, so that its first visit loads no code of other screens.
 * Most of them need the same parts.
 */
const signInGroup = () => {
  let modules: Set<string> | null = null;
  return (id: string, graph: ModuleGraph): string | null => {
    if (modules === null && !id.endsWith(signInScreen)) return null;
    modules ??= withImports(id, graph);
    return modules.has(id) ? "sign-in" : null;
  };
};

/** The parts that a thread needs as well: it loads no code of forms with them. */
const bothScreensGroup = (() => {
  const ofSignIn = signInGroup();
  return (id: string, graph: ModuleGraph): string | null => {
    const isPart = ofSignIn(id, graph) !== null && isOfThread(id, graph);
    return isPart || takenAlong.test(id) ? "screens" : null;
  };
})();

const threadScreens = ["features/communities/communities-screen.tsx", "shell/member-layout.tsx"];

/** Whether the screen of a thread imports a module. */
const isOfThread = (() => {
  let modules: Set<string> | null = null;
  return (id: string, graph: ModuleGraph): boolean => {
    if (modules === null) {
      modules = new Set();
      for (const screen of threadScreens) {
        const path = fileURLToPath(new URL(`../web-kit/src/${screen}`, import.meta.url));
        withImports(path, graph, modules);
      }
    }
    return modules.has(id);
  };
})();

/**
 * A group of the parts that the screen of a thread imports, or of the others. In one group with it, a
 * single module that imports code of forms or of staff would make a thread load them.
 */
const ofThread = (name: string) => (id: string, graph: ModuleGraph) =>
  isOfThread(id, graph) ? name : null;
const ofOthers = (name: string) => (id: string, graph: ModuleGraph) =>
  isOfThread(id, graph) ? null : name;

function withImports(id: string, graph: ModuleGraph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
    withImports(imported, graph, found);
  }
  return found;
}

/**
 * The configuration of a site's build. `apiOrigin` is the running server that answers API requests
 * while Vite serves the app.
 */
export function guildhallApp(site: FrameSite, apiOrigin: string): UserConfig {
  const upstream = { target: apiOrigin, changeOrigin: false };
  return {
    plugins: [
      languages(),
      react(),
      tailwindcss(),
      pageBeforePaint(),
      preloadInterfaceFace(),
      buildMarker(),
      frames(site),
      serviceWorker(browsers),
      precompress(),
    ],
    build: {
      target: browsers,
      cssTarget: browsers,
      modulePreload: { polyfill: false },
      // Inlined files would require `data:` in the Content Security Policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // The first screen loads two files that change at different rates instead of a dozen
            // that are always loaded together. Code shared by many other screens, and small parts
            // shared by a few, are grouped as well: a screen then loads about a dozen files instead
            // of eighty of half a kilobyte each, whose requests would cost more than their content.
            groups: [
              { name: "react", test: framework, priority: 6 },
              { name: "kit", tags: ["$initial"], priority: 5 },
              { name: bothScreensGroup, debugName: "screens", priority: 4.5 },
              { name: signInGroup(), debugName: "sign-in", priority: 4 },
              { name: ofThread("common"), minShareCount: 12, priority: 3 },
              { name: ofThread("conversation"), test: conversation, minShareCount: 3, priority: 2 },
              {
                name: "icons",
                test: /node_modules\/lucide-react\//,
                minShareCount: 2,
                priority: 2,
              },
              { name: ofThread("parts"), maxModuleSize: 2000, minShareCount: 4, priority: 1 },
              // Before "texts": with a part that both need, a thread would load all of that group.
              { name: ofThread("thread"), test: communities, minShareCount: 2, priority: 0.95 },
              // Last, since a group takes what its modules import along.
              { name: ofOthers("forms"), minShareCount: 12, priority: 0.9 },
              { name: ofOthers("texts"), test: texts, minShareCount: 3, priority: 0.8 },
              { name: ofOthers("others"), maxModuleSize: 2000, minShareCount: 4, priority: 0.7 },
            ],
          },
        },
      },
    },
    server: { proxy: { "/api": upstream, "/transfer/start": upstream, "/dev": upstream } },
  };
}
