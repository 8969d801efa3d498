import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Plus, SendHorizontal } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/menu.tsx";
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

/**
 * One line at the bottom of the screen that grows upwards. The formats are above it while one
 * writes; everything else is behind the plus button.
 */
export function PhoneComposer({ state, areaRef }: ComposerLayoutProps) {
  return (
    <PictureDrop onDropFiles={(files) => addDropped(state, files)}>
      <MentionList mentions={state.mentions} />
      <div className="group/writing">
        {/* First, so that nothing moves below a finger when the focus shows it. */}
        <FormatToolbar
          touch
          onFormat={state.editing.format}
          className="hidden pb-1 group-focus-within/writing:flex"
        />
        <ReplyBanner state={state} />
        <DraftAdditions state={state} className="px-1 pb-2" />
        <div className="flex items-end gap-2">
          <ComposerAdditions state={state} Layout={AdditionsMenu} />
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

function AdditionsMenu({ additions }: AdditionsLayoutProps) {
  if (additions.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton size="touch" label={t`Add to the post`} icon={<Plus size={22} aria-hidden />} />
      </MenuTrigger>
      <MenuContent align="start" side="top">
        {additions.map(({ id, label, Icon, run, disabled = false }) => (
          <MenuItem
            key={id}
            icon={<Icon size={17} aria-hidden />}
            disabled={disabled}
            onSelect={run}
          >
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
