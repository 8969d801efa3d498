import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ImagePlus, Plus, SendHorizontal } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/menu.tsx";
import {
  ComposerArea,
  type ComposerLayoutProps,
  FORMATS,
  RemainingCount,
  ReplyBanner,
} from "./composer-parts.tsx";
import { CounterRing } from "./counter-ring.tsx";
import { DraftPictures } from "./draft-strip.tsx";
import { MentionList } from "./mention-list.tsx";
import { PostError } from "./post-error.tsx";
import { PictureDrop, PictureInput, type PictureTriggerProps } from "./picture-parts.tsx";

/**
 * One line at the bottom of the screen that grows upwards; everything except text is behind the
 * plus button.
 */
export function PhoneComposer({ state, areaRef }: ComposerLayoutProps) {
  return (
    <PictureDrop state={state}>
      <MentionList mentions={state.mentions} />
      <ReplyBanner state={state} />
      <DraftPictures state={state} className="px-1 pb-2" />
      <div className="flex items-end gap-2">
        <PictureInput state={state} Trigger={AttachmentActions} />
        <div
          className={clsx(
            "flex min-h-12 min-w-0 flex-1 items-end rounded-[24px] bg-surface focus-within:shadow-[inset_0_0_0_2px_var(--focus)]",
            state.refusal === null
              ? "edge-control"
              : "shadow-[inset_0_0_0_1.5px_var(--danger-line)]",
          )}
        >
          <ComposerArea
            state={state}
            areaRef={areaRef}
            className="block max-h-36 min-w-0 flex-1 px-4 py-3 text-16"
          />
          {state.draft.text !== "" && (
            <span className="flex h-12 items-center gap-1.5 pe-3 text-12 text-ink-3 tabular-nums">
              <RemainingCount state={state} />
              <CounterRing left={state.left} max={state.max} />
            </span>
          )}
        </div>
        <IconButton
          size="touch"
          label={t({ message: "Post", context: "publishes a post" })}
          disabled={!state.ready}
          className="enabled:text-brand-text"
          icon={<SendHorizontal size={21} aria-hidden className="rtl:-scale-x-100" />}
          onClick={state.send}
        />
      </div>
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

function AttachmentActions({ state, choose }: PictureTriggerProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          size="touch"
          label={state.addPictures === null ? t`Formatting` : t`Pictures and formatting`}
          icon={<Plus size={22} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent align="start" side="top">
        {state.addPictures !== null && (
          <MenuItem
            icon={<ImagePlus size={17} aria-hidden />}
            onSelect={choose}
          >{t`Add pictures`}</MenuItem>
        )}
        {FORMATS.map(({ format, label, Icon }) => (
          <MenuItem
            key={format}
            icon={<Icon size={17} aria-hidden />}
            onSelect={() => state.format(format)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
