import { readFileSync } from "node:fs";
import type { NativeSettings } from "./settings.ts";

const icon = readFileSync(new URL("../web-main/src/icon.svg", import.meta.url), "utf8");

/**
 * The app's own page. `dist/index.html` is a template of the edge, so the app opens the site itself;
 * this page is what people see before, and without a connection.
 */
export function startPage({ appName }: NativeSettings): string {
  const name = escapeHtml(appName);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <title>${name}</title>
    <link rel="stylesheet" href="start.css" />
  </head>
  <body>
    <main>
      <span class="mark" aria-hidden="true">${icon}</span>
      <h1>${name}</h1>
      <p id="status" role="status">Loading...</p>
      <button id="again" type="button" hidden>Try Again</button>
    </main>
    <script src="start.js"></script>
  </body>
</html>
`;
}

export const startStyles = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f6f4ee, #14171a); color: light-dark(#1c1f22, #eceae4); }
main {
  display: grid; place-content: center; justify-items: center; gap: 12px; min-height: 100dvh;
  padding: env(safe-area-inset-top) 24px env(safe-area-inset-bottom); text-align: center;
}
.mark svg { width: 56px; height: 56px; }
h1 { margin: 0; font-size: 20px; }
p { margin: 0; }
button {
  min-height: 48px; padding: 0 24px; border: 0; border-radius: 8px; font: inherit; font-weight: 600;
  background: light-dark(#1f4d3a, #8fd0b3); color: light-dark(#fff, #10211a);
}
`;

/** Opens the site once it answers; otherwise says so and offers to try again. */
export function startScript({ origin }: NativeSettings): string {
  return `const home = ${JSON.stringify(origin.href)};
const status = document.getElementById("status");
const again = document.getElementById("again");

async function open() {
  again.hidden = true;
  status.textContent = "Loading...";
  try {
    await fetch(home + "version.json", { mode: "no-cors", cache: "no-store" });
    location.replace(home);
  } catch {
    status.textContent = "You are offline.";
    again.hidden = false;
  }
}

again.addEventListener("click", open);
addEventListener("online", open);
open();
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
