import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";
import { part, text } from "./http.ts";

/** A real mail server in its own process that requires STARTTLS. */
export interface MailServer {
  settings: Record<string, string>;
  /** A pattern's match in the latest mail to an address, once it has arrived. */
  foundInMail: (address: string, pattern: RegExp) => Promise<string>;
  stop: () => void;
}

export async function startMailServer(): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), "guildhall-mail-"));
  const script = resolve(import.meta.dirname, "../counterparts/smtp.mjs");
  const server = spawn(process.execPath, [script, folder], { stdio: ["pipe", "pipe", "inherit"] });
  const mails: { to: string; content: string }[] = [];
  const port = await new Promise<string>((done, failed) => {
    server.once("exit", (code) => failed(new Error(`the mail server ended with ${code}`)));
    createInterface({ input: server.stdout }).on("line", (line) => {
      const fact: unknown = JSON.parse(line);
      const stored = part(fact, "kept");
      if (stored === undefined) done(String(part(fact, "port")));
      else mails.push({ to: String(part(stored, "to")), content: plain(text(stored, "raw")) });
    });
  });
  return {
    settings: {
      GUILDHALL_MAIL__SMTP_URL: `smtp://localhost:${port}?tls=required`,
      GUILDHALL_MAIL__SMTP_CA_FILE: join(folder, "ca.pem"),
    },
    foundInMail: async (address, pattern) => {
      let found: string | undefined;
      await expect(() => {
        const theirs = mails.filter(({ to }) => to === address);
        found = pattern.exec(theirs.at(-1)?.content ?? "")?.[0];
        expect(found).toBeDefined();
      }).toPass({ timeout: 15_000 });
      return found ?? "";
    },
    stop: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A decoded mail: quoted-printable (RFC 2045 section 6.7) is resolved. */
function plain(raw: string): string {
  return raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}
