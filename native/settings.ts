/** What a store app needs to know of the installation that it shows. */
export interface NativeSettings {
  /** Address of the main site. */
  origin: URL;
  appId: string;
  appName: string;
}

const DEFAULTS = {
  GUILDHALL_NATIVE_ORIGIN: "https://guildhall.example",
  GUILDHALL_NATIVE_APP_ID: "example.guildhall.app",
  GUILDHALL_NATIVE_APP_NAME: "Guildhall",
};
const appIdPattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

/** Reads the settings; a wrong one is reported before anything is written. */
export function readSettings(environment: NodeJS.ProcessEnv): NativeSettings {
  const given = (name: keyof typeof DEFAULTS) => environment[name] ?? DEFAULTS[name];
  const origin = new URL(given("GUILDHALL_NATIVE_ORIGIN"));
  if (origin.protocol !== "https:" || origin.pathname !== "/") {
    throw new Error("GUILDHALL_NATIVE_ORIGIN must be an https address without a path");
  }
  const appId = given("GUILDHALL_NATIVE_APP_ID");
  if (!appIdPattern.test(appId)) {
    throw new Error("GUILDHALL_NATIVE_APP_ID must look like com.example.app, in lower case");
  }
  return { origin, appId, appName: given("GUILDHALL_NATIVE_APP_NAME") };
}
