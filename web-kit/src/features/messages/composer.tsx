import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ArrowUp, Check, Plus, SendHorizontal, Smile, X } from "lucide-react";
import { type ClipboardEvent, type RefObject, useRef } from "react";
import { TEXT_AREA_MAX } from "../../content/rules.ts";
import { FileInput } from "../../ui/file-input.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PICTURE_ACCEPT } from "../../ui/picture-file.ts";
import { CounterRing } from "../posts/counter-ring.tsx";
import { CutNotice } from "../posts/cut-notice.tsx";
import { pictureFiles } from "../posts/draft-pictures.ts";
import { DraftPictures } from "../posts/draft-strip.tsx";
import { FormatToolbar } from "../posts/format-toolbar.tsx";
import { PostError } from "../posts/post-error.tsx";
import { PictureDrop } from "../posts/picture-parts.tsx";
import { useDraftSync } from "../posts/use-draft-sync.ts";
import type { ComposerAreaProps } from "./composer-area.tsx";
import { EmojiMenu } from "./emoji-menu.tsx";
import { conversationTitle, excerptText, otherPerson } from "./labels.ts";
import { COUNTER_BELOW, MESSAGE_MAX, OWN_NAME } from "./rules.ts";
import { useMessageComposer } from "./use-message-composer.ts";

type ComposerState = ReturnType<typeof useMessageComposer>;

/** Enter sends, Shift+Enter inserts a line break. The draft survives navigation and a reload. */
export function MessageComposer(props: ComposerAreaProps) {
  const { conversation, me, phone, composing, areaRef } = props;
  useDraftSync(me);
  const state = useMessageComposer({ conversation, viewerId: me.id, composing, areaRef });
  const name =
    otherPerson(conversation, me.id)?.firstName ?? conversationTitle(conversation, me.id);
  const placeholder = state.online
    ? phone
      ? t`Message`
      : t`Write a message to ${name}`
    : t`It will be sent later`;
  const Layout = phone ? PhoneLayout : WideLayout;
  return (
    <PictureDrop onDropFiles={state.addPictures}>
      <ContextBanner state={state} onCancelEdit={composing.endEdit} />
      <Layout {...{ state, areaRef, placeholder }} label={t`Message to ${name}`} />
      <CutNotice cut={state.editing.cut} />
      <PostError
        id={state.refusalId}
        error={state.refusal}
        text={state.text}
        {...{ areaRef }}
        write={state.write}
      />
    </PictureDrop>
  );
}

interface LayoutProps {
  state: ComposerState;
  areaRef: RefObject<HTMLTextAreaElement | null>;
  placeholder: string;
  label: string;
}

function WideLayout({ state, ...area }: LayoutProps) {
  const editing = state.edited !== null;
  return (
    <div className={clsx("rounded-lg bg-surface", edgeClass(state))}>
      <DraftPictures state={state} label={t`Pictures to send`} className="px-3.5 pt-3" />
      <TextArea
        {...area}
        state={state}
        className="block min-h-10 w-full px-3.5 pt-3 pb-1 text-15"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <AddPictures state={state} />
        <FormatToolbar onFormat={state.editing.format} className="me-auto flex" />
        <Counter state={state} />
        <EmojiMenu
          className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink"
          onChoose={state.insert}
          onClose={() => area.areaRef.current?.focus()}
        >
          <Smile size={18} aria-hidden />
        </EmojiMenu>
        <IconButton
          label={editing ? t`Save` : t`Send`}
          disabled={!state.ready}
          className="bg-brand! text-on-brand! shadow-[inset_0_0_0_1px_var(--brand-edge),var(--e1)] disabled:bg-sunken! disabled:text-ink-3! disabled:opacity-100! disabled:shadow-[inset_0_0_0_1px_var(--line-soft)]"
          icon={editing ? <Check size={17} aria-hidden /> : <ArrowUp size={17} aria-hidden />}
          onClick={state.send}
        />
      </div>
    </div>
  );
}

function PhoneLayout({ state, ...area }: LayoutProps) {
  const editing = state.edited !== null;
  return (
    <div className="group/writing">
      <DraftPictures state={state} label={t`Pictures to send`} className="px-2 pb-2" />
      <FormatToolbar
        touch
        onFormat={state.editing.format}
        className="hidden pb-1 group-focus-within/writing:flex"
      />
      <div className="flex items-end gap-1.5">
        <AddPictures state={state} touch />
        <div
          className={clsx(
            "flex min-h-12 min-w-0 flex-1 items-end rounded-[24px] bg-surface",
            edgeClass(state),
          )}
        >
          <TextArea {...area} state={state} className="min-w-0 flex-1 py-3 ps-4 pe-1 text-16" />
          <Counter state={state} />
          <EmojiMenu
            className="grid size-12 shrink-0 place-items-center rounded-full text-ink-2"
            onChoose={state.insert}
            onClose={() => area.areaRef.current?.focus()}
          >
            <Smile size={20} aria-hidden />
          </EmojiMenu>
        </div>
        <IconButton
          size="touch"
          label={editing ? t`Save` : t`Send`}
          disabled={!state.ready}
          className="my-0.5 enabled:text-brand-text"
          icon={
            editing ? (
              <Check size={21} aria-hidden />
            ) : (
              <SendHorizontal size={21} aria-hidden className="rtl:-scale-x-100" />
            )
          }
          onClick={state.send}
        />
      </div>
    </div>
  );
}

function edgeClass({ refusal }: ComposerState): string {
  return clsx(
    "focus-within:shadow-[inset_0_0_0_2px_var(--focus)]",
    refusal === null ? "edge-control" : "shadow-[inset_0_0_0_1.5px_var(--danger-line)]",
  );
}

function TextArea(props: LayoutProps & { className: string }) {
  const { state, areaRef, placeholder, label, className } = props;
  const { addPictures } = state;
  const paste = (event: ClipboardEvent) => {
    const pasted = pictureFiles(event.clipboardData.files);
    if (addPictures === null || pasted.length === 0) {
      state.editing.onPaste(event);
      return;
    }
    event.preventDefault();
    addPictures(pasted);
  };
  return (
    <textarea
      ref={areaRef}
      rows={1}
      dir="auto"
      value={state.text}
      maxLength={TEXT_AREA_MAX}
      placeholder={placeholder}
      aria-label={state.edited === null ? label : t`Edit your message`}
      aria-invalid={state.refusal === null ? undefined : true}
      aria-describedby={state.refusal === null ? undefined : state.refusalId}
      onChange={(event) => state.write(event.target.value)}
      onPaste={paste}
      onKeyDown={state.onKeyDown}
      className={clsx(
        "field-sizing-content max-h-40 resize-none bg-transparent outline-none",
        className,
      )}
    />
  );
}

/** The remaining characters near the limit. */
function Counter({ state }: { state: ComposerState }) {
  if (state.left >= COUNTER_BELOW) return null;
  return (
    <span className="flex h-8 shrink-0 items-center gap-1.5 text-12 text-ink-3 tabular-nums max-md:h-12">
      <span aria-hidden className={clsx(state.left < 0 && "font-semibold text-danger-text")}>
        {state.left}
      </span>
      <CounterRing left={state.left} max={MESSAGE_MAX} />
    </span>
  );
}

function AddPictures({ state, touch = false }: { state: ComposerState; touch?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const { addPictures } = state;
  if (addPictures === null) return null;
  return (
    <>
      <IconButton
        size={touch ? "touch" : "md"}
        label={t`Add pictures`}
        className={clsx(touch && "my-0.5")}
        icon={<Plus size={touch ? 22 : 18} aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <FileInput
        ref={input}
        multiple
        label={t`Picture files`}
        accept={PICTURE_ACCEPT}
        onChoose={addPictures}
      />
    </>
  );
}

function replyingLabel(name: string): string {
  return name === OWN_NAME ? t`Replying to yourself` : t`Replying to ${name}`;
}

/** The quoted message or the message being edited, above the text area. */
function ContextBanner(props: { state: ComposerState; onCancelEdit: () => void }) {
  const { state, onCancelEdit } = props;
  const { edited, quoted } = state;
  if (edited === null && quoted === null) return null;
  return (
    <div className="mb-1.5 flex items-center gap-1.5 border-s-2 border-brand-line ps-2.5 text-12 text-ink-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          {edited === null ? replyingLabel(quoted?.name ?? "") : t`Editing your message`}
        </span>
        <span dir="auto" className="block truncate">
          {edited === null ? quoted && excerptText(quoted) : edited.message.content}
        </span>
      </span>
      <IconButton
        size="sm"
        label={edited === null ? t`Cancel reply` : t`Cancel edit`}
        icon={<X size={14} aria-hidden />}
        onClick={edited === null ? state.cancelReply : onCancelEdit}
      />
    </div>
  );
}
