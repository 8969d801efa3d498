// Checks that the store apps are generated from this build: `cap add` and `cap sync` in a new folder,
// without a network.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareShells } from "./generate.ts";
import { readSettings } from "./settings.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const settings = readSettings({
  GUILDHALL_NATIVE_ORIGIN: "https://hall.example.org",
  GUILDHALL_NATIVE_APP_ID: "org.example.hall",
  GUILDHALL_NATIVE_APP_NAME: "Hall",
});

/** Files of the generated projects, with what they must contain. */
const expected: [string, string[]][] = [
  ["android/app/src/main/assets/capacitor.config.json", ["org.example.hall", "hall.example.org"]],
  ["android/app/src/main/assets/capacitor.plugins.json", ["@capacitor/app"]],
  ["android/app/src/main/assets/public/start.js", ["https://hall.example.org/"]],
  ["android/app/src/main/AndroidManifest.xml", ['android:host="hall.example.org"', "autoVerify"]],
  ["ios/App/App/capacitor.config.json", ["org.example.hall", "hall.example.org"]],
  ["ios/App/App/public/start.js", ["https://hall.example.org/"]],
  ["ios/App/App/Info.plist", ["WKAppBoundDomains", "hall.example.org"]],
  ["ios/App/App/App.entitlements", ["applinks:hall.example.org"]],
  ["ios/App/App.xcodeproj/project.pbxproj", ["App/App.entitlements"]],
];

const root = mkdtempSync(join(tmpdir(), "native-"));
const faults: string[] = [];
try {
  cpSync(join(here, "package.json"), join(root, "package.json"));
  symlinkSync(
    fileURLToPath(new URL("../node_modules", import.meta.url)),
    join(root, "node_modules"),
  );
  prepareShells(root, settings);
  // A second run updates the projects and changes nothing.
  const manifest = join(root, "android/app/src/main/AndroidManifest.xml");
  const before = readFileSync(manifest, "utf8");
  prepareShells(root, settings);
  if (readFileSync(manifest, "utf8") !== before) faults.push("a second run changes the manifest");
  for (const [path, parts] of expected) {
    const content = readFileSync(join(root, path), "utf8");
    for (const part of parts) if (!content.includes(part)) faults.push(`${path} lacks ${part}`);
  }
} finally {
  rmSync(root, { recursive: true });
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`native shells: ${expected.length} files checked, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
