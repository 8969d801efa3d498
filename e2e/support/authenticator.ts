import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The TOTP code (RFC 6238) of now or some seconds later. */
export function totp(secret: string, aheadSeconds = 0): string {
  const letters = secret.replaceAll(/\s/g, "").split("");
  const bits = letters.map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes =
    bits
      .join("")
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + aheadSeconds) / 30)));
  const digest = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** Chromium's virtual authenticator with user verification. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
