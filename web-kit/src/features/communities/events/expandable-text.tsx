import { t } from "@lingui/core/macro";
import { useState } from "react";
import { plainText } from "../../../content/markup.ts";
import { TypedText } from "../../posts/typed-text.tsx";

/** The first line of an announcement; a click opens the whole text with its markup. */
export function ExpandableText(props: { text: string; isPinned: boolean; isOpened?: boolean }) {
  const { text, isPinned } = props;
  const [open, setOpen] = useState(props.isOpened ?? false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="block w-full min-w-0 text-start"
      >
        {isPinned && <span className="sr-only">{t`Pinned:`} </span>}
        {open ? (
          <span className="font-semibold">{t`Announcement`}</span>
        ) : (
          <span className="block truncate font-medium" dir="auto">
            {plainText(text)}
          </span>
        )}
      </button>
      {open && <TypedText text={text} className="mt-1 text-14" />}
    </>
  );
}
