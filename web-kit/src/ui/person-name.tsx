import { t } from "@lingui/core/macro";
import { Fragment } from "react";
import { hasRightToLeft } from "../language/text-direction.ts";

/**
 * Splits a name into parts of one writing direction. A Latin first name with a Hebrew last name has
 * two parts; an entirely Hebrew name has one and reads from the right.
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

/** The server's name of a deleted account. */
const FORMER_MEMBER = "Former member";

/** True for the placeholder of a deleted account, which has no profile. */
export function isFormerMember(person: { displayName: string; handle: string | null }): boolean {
  return person.displayName === FORMER_MEMBER && person.handle === null;
}

/**
 * A name isolated from the surrounding text, so that letters of the other direction neither reorder
 * that text nor the parts of the name.
 */
export function PersonName({ name }: { name: string }) {
  const shown = name === FORMER_MEMBER ? t`Former member` : name;
  return nameParts(shown).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts are never reordered
    <Fragment key={place}>
      {place > 0 && " "}
      <bdi>{part}</bdi>
    </Fragment>
  ));
}
