import { setNonce } from "get-nonce";
import { call } from "./api/client.ts";
import type { Boot } from "./api/types.ts";

/** The boot data of the page: its site, its brand and its features. */
export async function readBoot(): Promise<Boot> {
  const inline = document.getElementById("boot")?.textContent;
  if (inline) {
    // The edge writes the response of /api/boot into the page.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the two places where JSON enters
    return JSON.parse(inline) as Boot;
  }
  return call<Boot>("GET", "/api/boot");
}

/** Passes the CSP nonce to libraries that create style elements. */
export function applyNonce() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);
}
