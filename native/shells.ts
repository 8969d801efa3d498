// Changes that the generated Android and iOS projects need: links to the site open in the app.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NativeSettings } from "./settings.ts";

const ENTITLEMENTS = "App/App.entitlements";

/** Registers the links of the site with Android (app links, verified by `assetlinks.json`). */
export function configureAndroid(root: string, { origin }: NativeSettings): void {
  const manifest = join(root, "android/app/src/main/AndroidManifest.xml");
  const filter = `
            <intent-filter android:autoVerify="true">
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                <data android:scheme="https" android:host="${origin.hostname}" />
            </intent-filter>
`;
  insertBefore(manifest, /\n\s*<\/activity>/, filter, "android:autoVerify");
}

/** Registers the links of the site with iOS (universal links), and its host for service workers. */
export function configureIos(root: string, { origin }: NativeSettings): void {
  const project = join(root, "ios/App");
  writeFileSync(
    join(project, ENTITLEMENTS),
    plist(`	<key>com.apple.developer.associated-domains</key>
	<array>
		<string>applinks:${origin.hostname}</string>
	</array>`),
  );
  insertBefore(
    join(project, "App/Info.plist"),
    /\n<\/dict>\s*<\/plist>/,
    `
	<key>WKAppBoundDomains</key>
	<array>
		<string>${origin.hostname}</string>
	</array>`,
    "WKAppBoundDomains",
  );
  const xcode = join(project, "App.xcodeproj/project.pbxproj");
  const source = readFileSync(xcode, "utf8");
  if (source.includes(ENTITLEMENTS)) return;
  const changed = source.replaceAll(
    "CODE_SIGN_STYLE = Automatic;",
    `CODE_SIGN_ENTITLEMENTS = ${ENTITLEMENTS};\n\t\t\t\tCODE_SIGN_STYLE = Automatic;`,
  );
  if (changed === source) throw new Error(`${xcode} has no signing settings`);
  writeFileSync(xcode, changed);
}

function plist(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${content}
</dict>
</plist>
`;
}

function insertBefore(file: string, place: RegExp, text: string, mark: string): void {
  const source = readFileSync(file, "utf8");
  if (source.includes(mark)) return;
  const at = source.search(place);
  if (at < 0) throw new Error(`${file} is not as this version of Capacitor generates it`);
  writeFileSync(file, source.slice(0, at) + text + source.slice(at));
}
