import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { capacitorConfig } from "./config.ts";
import type { NativeSettings } from "./settings.ts";
import { configureAndroid, configureIos } from "./shells.ts";
import { startPage, startScript, startStyles } from "./start-page.ts";

const cli = fileURLToPath(new URL("../node_modules/@capacitor/cli/bin/capacitor", import.meta.url));

/** Writes configuration, start page and both projects into a folder, or updates those that are there. */
export function prepareShells(root: string, settings: NativeSettings): void {
  const write = (path: string, content: string) => writeFileSync(join(root, path), content);
  mkdirSync(join(root, "www"), { recursive: true });
  write("www/index.html", startPage(settings));
  write("www/start.css", startStyles);
  write("www/start.js", startScript(settings));
  write("capacitor.config.json", `${JSON.stringify(capacitorConfig(settings), null, 2)}\n`);
  for (const platform of ["android", "ios"]) {
    if (!existsSync(join(root, platform))) capacitor(root, "add", platform);
  }
  capacitor(root, "sync");
  configureAndroid(root, settings);
  configureIos(root, settings);
}

/** Runs the CLI, which needs no network, without its usage statistics. */
function capacitor(root: string, ...words: string[]): void {
  execFileSync(process.execPath, [cli, ...words], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, CI: "true", CAPACITOR_TELEMETRY: "0" },
  });
}
