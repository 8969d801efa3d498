import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useRef } from "react";
import { TEXT_AREA_MAX } from "../../content/rules.ts";
import { Button } from "../../ui/button.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { AttachButton, ChosenFiles } from "./attachment-field.tsx";
import type { UploadedAttachments } from "./use-attachments.ts";

export interface ReplyBoxProps {
  /** Accessible name and placeholder. */
  label: string;
  /** Label of the send button. */
  action?: string;
  text: string;
  onText: (text: string) => void;
  busy: boolean;
  /** Called with a text that is not empty after trimming. */
  onSend: (text: string) => void;
  attachments?: UploadedAttachments | undefined;
  /** Marks an internal note, which the member never sees. */
  tone?: "plain" | "note";
  /** Controls before the send button, such as canned answers. */
  tools?: ReactNode;
  areaRef?: Ref<HTMLTextAreaElement>;
}

/** The reply box: Enter sends, Shift+Enter adds a new line (F-090). */
export function ReplyBox(props: ReplyBoxProps) {
  const { label, action = t`Send reply`, text, busy, attachments, tone = "plain", tools } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const ready = text.trim() !== "" && !busy && attachments?.uploading !== true;
  const send = () => {
    if (ready) props.onSend(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter only accepts the word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const wide = useIsDesktop();
  const extras = (
    <>
      {tools}
      {attachments !== undefined && <AttachButton attachments={attachments} />}
    </>
  );
  return (
    <div className="shrink-0 px-4 pb-4 max-md:pt-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] max-md:shadow-[0_-1px_0_var(--line-soft)] md:px-8">
      {attachments !== undefined && <ChosenFiles attachments={attachments} />}
      <div className="flex items-end gap-2">
        <div
          className={clsx(
            "min-w-0 flex-1 rounded-md edge-control focus-within:shadow-[inset_0_0_0_2px_var(--focus)] max-md:rounded-[24px]",
            tone === "note" ? "bg-warning-subtle" : "bg-surface",
          )}
        >
          <textarea
            ref={props.areaRef ?? own}
            rows={1}
            dir="auto"
            aria-label={label}
            placeholder={label}
            maxLength={TEXT_AREA_MAX}
            value={text}
            onChange={(event) => props.onText(event.target.value)}
            onKeyDown={onKeyDown}
            className="block field-sizing-content max-h-48 min-h-12 w-full resize-none bg-transparent px-4 py-3 text-15 outline-none max-md:text-16"
          />
          {wide && (
            <div className="flex items-center gap-3 px-3 pb-2 text-12 text-ink-2">
              <KeyHint
                keys={["↵"]}
                does={t({ message: "sends", context: "after the name of a key" })}
              />
              <KeyHint
                keys={["⇧", "↵"]}
                does={t({ message: "new line", context: "after the name of a key" })}
              />
              <span className="ms-auto flex items-center gap-1">
                {extras}
                <Button disabled={!ready && !busy} busy={busy} onClick={send}>
                  {action}
                </Button>
              </span>
            </div>
          )}
        </div>
        {!wide && (
          <span className="flex items-center">
            {extras}
            <IconButton
              size="touch"
              label={action}
              disabled={!ready}
              className="enabled:text-brand-text"
              icon={<SendHorizontal size={21} aria-hidden className="rtl:-scale-x-100" />}
              onClick={send}
            />
          </span>
        )}
      </div>
    </div>
  );
}

function KeyHint({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key} name={key} />
      ))}
      {does}
    </span>
  );
}
