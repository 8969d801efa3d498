import { join } from "node:path";
import { loadDemo, startInstance } from "./support/instance.ts";
import { signInAll } from "./support/sessions.ts";

/** Starts the real product with the demo network; returns a function that stops it. */
async function setUp(): Promise<() => Promise<void>> {
  const removeDemo = await loadDemo();
  try {
    const stop = await startSignedIn();
    return () => stop().finally(removeDemo);
  } catch (fault) {
    removeDemo();
    throw fault;
  }
}

/** Starts it with a session for each account; returns a function that stops it. */
async function startSignedIn(): Promise<() => Promise<void>> {
  const instance = await startInstance({
    name: "server",
    // Only enables the button on the screens; `google.spec.ts` runs an issuer.
    settings: () => ({
      GUILDHALL_GOOGLE__CLIENT_ID: "e2e",
      GUILDHALL_GOOGLE__CLIENT_SECRET: "e2e",
      GUILDHALL_SERVER__TRUSTED_PROXIES: "127.0.0.1/32",
    }),
  });
  try {
    await signInAll(join(instance.folder, "sessions.json"));
  } catch (fault) {
    await instance.stop();
    throw fault;
  }
  return instance.stop;
}

// Playwright requires a default export.
// oxlint-disable-next-line import/no-default-export
export default setUp;
