import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { FileText } from "lucide-react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { newArticlePath } from "../articles/may-write.ts";
import {
  addDropped,
  type AdditionsLayoutProps,
  ComposerAdditions,
  DraftAdditions,
} from "./composer-additions.tsx";
import {
  ComposerArea,
  type ComposerLayoutProps,
  RemainingCount,
  ReplyBanner,
} from "./composer-parts.tsx";
import { CounterRing } from "./counter-ring.tsx";
import { CutNotice } from "./cut-notice.tsx";
import { FormatToolbar } from "./format-toolbar.tsx";
import { MentionList } from "./mention-list.tsx";
import { PostError } from "./post-error.tsx";
import { PictureDrop } from "./picture-parts.tsx";
import { PhoneComposer } from "./phone-composer.tsx";
import { type ComposerProps, useComposer } from "./use-composer.ts";

export function Composer(props: ComposerProps) {
  const state = useComposer(props);
  return props.phone ? (
    <PhoneComposer state={state} areaRef={props.areaRef} />
  ) : (
    <WideComposer state={state} areaRef={props.areaRef} communityId={props.community?.id ?? null} />
  );
}

interface WideComposerProps extends ComposerLayoutProps {
  /** The community where a text too long for a post can become an Insight. */
  communityId: string | null;
}

function WideComposer({ state, areaRef, communityId }: WideComposerProps) {
  return (
    <PictureDrop onDropFiles={(files) => addDropped(state, files)}>
      <MentionList mentions={state.mentions} />
      <ReplyBanner state={state} />
      <div
        className={clsx(
          "rounded-lg bg-surface focus-within:shadow-[inset_0_0_0_2px_var(--focus)]",
          state.refusal === null ? "edge-control" : "shadow-[inset_0_0_0_1.5px_var(--danger-line)]",
        )}
      >
        <ComposerArea
          state={state}
          areaRef={areaRef}
          className="block max-h-60 min-h-10 w-full px-3.5 pt-3 pb-1 text-15"
        />
        <DraftAdditions state={state} className="px-3.5 pt-1 pb-2" />
        <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1 px-2 pb-2">
          <FormatToolbar onFormat={state.editing.format} />
          <ComposerAdditions state={state} Layout={AdditionButtons} />
          {communityId !== null && state.cancelEdit === null && (
            <ButtonLink
              to={newArticlePath(communityId)}
              size="sm"
              variant="quiet"
              icon={<FileText size={15} aria-hidden />}
            >{t`Write an Insight`}</ButtonLink>
          )}
          <span className="ms-auto flex items-center gap-2.5 text-12 text-ink-3 tabular-nums">
            <RemainingCount state={state} />
            <CounterRing left={state.left} max={state.max} />
            {state.cancelEdit !== null && (
              <Button variant="quiet" size="sm" onClick={state.cancelEdit}>{t`Cancel`}</Button>
            )}
            <Button variant="primary" size="sm" disabled={!state.ready} onClick={state.send}>
              {state.cancelEdit === null
                ? t({ message: "Post", context: "publishes a post" })
                : t`Save`}
            </Button>
          </span>
        </div>
      </div>
      <CutNotice cut={state.editing.cut} />
      <PostError
        id={state.refusalId}
        error={state.refusal}
        text={state.draft.text}
        {...{ areaRef }}
        write={state.write}
      />
    </PictureDrop>
  );
}

function AdditionButtons({ additions }: AdditionsLayoutProps) {
  return additions.map(({ id, label, Icon, run, disabled = false }) => (
    <IconButton
      key={id}
      size="sm"
      label={label}
      disabled={disabled}
      icon={<Icon size={15} aria-hidden />}
      onClick={run}
    />
  ));
}
