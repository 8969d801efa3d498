import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";

/** A real OpenID Connect issuer in its own process. */
export interface Issuer {
  settings: Record<string, string>;
  stop: () => void;
}

/** Starts an issuer that redirects to the instance on this port. */
export async function startIssuer(port: number): Promise<Issuer> {
  const script = resolve(import.meta.dirname, "../counterparts/oidc.mjs");
  const back = `http://localhost:${port}/api/identity/google/callback`;
  const server = spawn(process.execPath, [script, back], { stdio: ["pipe", "pipe", "ignore"] });
  const address = await new Promise<string>((done, failed) => {
    server.once("exit", (code) => failed(new Error(`the issuer ended with ${code}`)));
    server.stdout.once("data", (words: Buffer) => done(words.toString().trim()));
  });
  return {
    settings: {
      GUILDHALL_GOOGLE__ISSUER: address,
      GUILDHALL_GOOGLE__CLIENT_ID: "guildhall-tests",
      GUILDHALL_GOOGLE__CLIENT_SECRET: "a-secret-between-two-test-servers",
    },
    stop: () => server.kill(),
  };
}

/** Enters an identity at the issuer, or cancels if null; with the keyboard. */
export async function answerAs(issuer: Page, person: string | null): Promise<void> {
  await issuer.getByRole("heading", { name: "Choose an account" }).waitFor();
  if (person === null) {
    await issuer.getByRole("button", { name: "Cancel" }).click();
    return;
  }
  await issuer.getByLabel("Who are you?").fill(person);
  await issuer.keyboard.press("Enter");
}
