// The one Vite configuration behind both builds: they differ in what they import, not in how they are built.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, UserConfig } from "vite";
import { precompress } from "./precompress.ts";

// Browsers that understand light-dark(): the whole theme is written with it.
const browsers = ["chrome123", "edge123", "firefox128", "safari17.5"];

const framework = /node_modules\/(react|react-dom|scheduler|react-router)\//;
const conversation = /web-kit\/src\/features\/(communities|posts|articles|reports)\//;

const earlyTheme = new URL("../web-kit/src/theme/early-theme.js", import.meta.url);

/** Puts the theme script, unbundled and blocking, first in the head: a module would run after the first paint. */
function themeBeforePaint(): Plugin {
  const source = readFileSync(earlyTheme, "utf8");
  const digest = createHash("sha256").update(source).digest("hex").slice(0, 8);
  const fileName = `assets/early-theme-${digest}.js`;
  return {
    name: "theme-before-paint",
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

/** The face every screen is set in is asked for with the page, not when the style sheet has arrived. */
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

/** `apiOrigin` is where a running Guildhall answers while the screens are served by Vite. */
export function guildhallApp(apiOrigin: string): UserConfig {
  const upstream = { target: apiOrigin, changeOrigin: false };
  return {
    plugins: [react(), tailwindcss(), themeBeforePaint(), preloadInterfaceFace(), precompress()],
    build: {
      target: browsers,
      cssTarget: browsers,
      modulePreload: { polyfill: false },
      // Inlined files would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What the first screen needs: two files that change at different paces, instead of a dozen
            // that always travel together. Then what many of the other screens have in common, and the
            // small parts that a few of them share: a screen is a dozen files, and not one of eighty
            // parts of half a kilobyte each, of which asking is the dearer part.
            groups: [
              { name: "react", test: framework, priority: 5 },
              { name: "kit", tags: ["$initial"], priority: 4 },
              { name: "common", minShareCount: 12, priority: 3 },
              { name: "conversation", test: conversation, minShareCount: 3, priority: 2 },
              {
                name: "icons",
                test: /node_modules\/lucide-react\//,
                minShareCount: 2,
                priority: 2,
              },
              { name: "parts", maxModuleSize: 2000, minShareCount: 4, priority: 1 },
            ],
          },
        },
      },
    },
    server: { proxy: { "/api": upstream, "/transfer/start": upstream, "/dev": upstream } },
  };
}
