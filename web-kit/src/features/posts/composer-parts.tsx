import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ClipboardEvent, RefObject } from "react";
import { TEXT_AREA_MAX } from "../../content/rules.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { addPasted } from "./composer-additions.tsx";
import { WARN_BELOW } from "./counter-ring.tsx";
import type { Draft } from "./drafts.ts";
import type { ComposerState } from "./use-composer.ts";

export interface ComposerLayoutProps {
  state: ComposerState;
  areaRef: RefObject<HTMLTextAreaElement | null>;
}

/**
 * A text area that grows with its content. Ctrl/Cmd+Enter sends; Enter alone inserts a line break.
 */
export function ComposerArea({
  state,
  areaRef,
  className,
}: ComposerLayoutProps & { className: string }) {
  const { mentions } = state;
  const paste = (event: ClipboardEvent) => {
    if (addPasted(state, event.clipboardData.files)) event.preventDefault();
    else state.editing.onPaste(event);
  };
  return (
    <textarea
      ref={areaRef}
      rows={1}
      dir="auto"
      value={state.draft.text}
      maxLength={TEXT_AREA_MAX}
      placeholder={state.placeholder}
      aria-label={submitLabelOf(state.draft)}
      aria-invalid={state.refusal === null ? undefined : true}
      aria-describedby={state.refusal === null ? undefined : state.refusalId}
      {...(mentions.people.length > 0 && {
        "aria-autocomplete": "list" as const,
        "aria-controls": mentions.listId,
        "aria-activedescendant": mentions.optionId(mentions.active),
      })}
      onChange={(event) => {
        state.write(event.target.value);
        mentions.onCaret();
      }}
      onSelect={mentions.onCaret}
      onBlur={mentions.onLeave}
      onPaste={paste}
      onKeyDown={state.onKeyDown}
      className={clsx("field-sizing-content resize-none bg-transparent outline-none", className)}
    />
  );
}

function submitLabelOf({ edits, replyTo }: Draft): string {
  if (edits !== undefined) return t`Edit your post`;
  return replyTo === null ? t`Write a post` : t`Write a reply`;
}

export function ReplyBanner({ state }: { state: ComposerState }) {
  if (state.draft.replyTo === null) return null;
  const { name } = state.draft.replyTo;
  return (
    <div className="mb-1.5 flex items-center gap-1.5 ps-1 text-12 text-ink-2">
      <span className="min-w-0 truncate">
        <Trans>
          Replying to <strong className="font-semibold">{name}</strong>
        </Trans>
      </span>
      <IconButton
        size="sm"
        label={t`Cancel reply`}
        icon={<X size={14} aria-hidden />}
        onClick={state.cancelReply}
      />
    </div>
  );
}

/** The remaining characters: shown once there is text, coloured near the limit. */
export function RemainingCount({ state }: { state: ComposerState }) {
  if (state.draft.text === "") return null;
  return (
    <span
      aria-hidden
      className={clsx(
        state.left < 0 && "font-semibold text-danger-text",
        state.left >= 0 && state.left < WARN_BELOW && "text-warning-text",
      )}
    >
      {state.left}
    </span>
  );
}
