import { setNonce } from "get-nonce";
import { call } from "./api/client.ts";
import type { Boot } from "./api/types.ts";

/** The facts the page was served with: which door, which brand, what is switched on. */
export async function readBoot(): Promise<Boot> {
  const inline = document.getElementById("boot")?.textContent;
  if (inline) {
    // The edge writes the same document into the page that /api/boot answers.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the two places where JSON enters
    return JSON.parse(inline) as Boot;
  }
  return call<Boot>("GET", "/api/boot");
}

/** Lets the parts that write a style element do so under the content security policy. */
export function applyNonce() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);
}
