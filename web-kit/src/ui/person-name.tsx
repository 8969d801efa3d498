import { Fragment } from "react";
import { hasRightToLeft } from "./text-direction.ts";

/**
 * The parts of a name that are written in one direction. A first name in Latin letters and a last name in
 * Hebrew are two; a name that is Hebrew as a whole is one, and reads from its right.
 */
export function nameParts(name: string): string[] {
  const parts: { text: string; rtl: boolean }[] = [];
  for (const word of name.split(/\s+/u).filter((one) => one !== "")) {
    const rtl = hasRightToLeft(word);
    const last = parts.at(-1);
    if (last?.rtl === rtl) last.text += ` ${word}`;
    else parts.push({ text: word, rtl });
  }
  return parts.map(({ text }) => text);
}

/**
 * A name, isolated from the words around it: letters of the other direction neither move what stands
 * beside them nor swap the parts of the name.
 */
export function PersonName({ name }: { name: string }) {
  return nameParts(name).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts are never reordered
    <Fragment key={place}>
      {place > 0 && " "}
      <bdi>{part}</bdi>
    </Fragment>
  ));
}
