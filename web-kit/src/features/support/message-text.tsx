import { displayAddress } from "../../content/host.ts";
import { addressesIn } from "../../content/markup.ts";
import { safeHref } from "../posts/safe-href.ts";
import { Anchor } from "../posts/typed-text.tsx";

const ADDRESS_CHARS = 50;

/** A URL as its link shows it: without the scheme, and at most 50 characters (F-091). */
export function shortAddress(address: string): string {
  const shown = Array.from(displayAddress(address).replace(/^https?:\/\//i, ""));
  if (shown.length <= ADDRESS_CHARS) return shown.join("");
  return `${shown.slice(0, ADDRESS_CHARS).join("")}…`;
}

/** A support message: plain text, in which only URLs become links. */
export function MessageText({ text }: { text: string }) {
  return (
    <div dir="auto" className="max-w-[62ch] text-15 wrap-anywhere whitespace-pre-wrap">
      {addressesIn(text).map((piece, at) =>
        "text" in piece && piece.kind === "address" ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text keep their order
          <Anchor key={at} href={safeHref(piece.text)}>
            {shortAddress(piece.text)}
          </Anchor>
        ) : (
          "text" in piece && piece.text
        ),
      )}
    </div>
  );
}
