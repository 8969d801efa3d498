import { t } from "@lingui/core/macro";
import { Copy } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { TextField } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";

/** A new address of the calendar feed, which the server does not show again. */
export function FeedAddress({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-3">
      <Note tone="warning">{t`This address is shown only once. Anyone who has it can read the events of your communities, so share it with no other person.`}</Note>
      <TextField
        label={t`Address of your calendar feed`}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button
        className="self-start"
        icon={<Copy size={15} aria-hidden />}
        onClick={() => void copyText(url, t`Address copied to clipboard.`)}
      >{t`Copy address`}</Button>
    </div>
  );
}
