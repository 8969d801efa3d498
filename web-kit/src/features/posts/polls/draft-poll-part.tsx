import { plural, t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ChartBarDecreasing, Pencil, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { loadWithRetry } from "../../../recovery/load-with-retry.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { drafts } from "../drafts.ts";
import { focusText } from "../focus-text.ts";
import type { ComposerState } from "../use-composer.ts";
import type { DraftPoll } from "./draft-poll.ts";

const PollDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./poll-dialog.tsx"))).PollDialog,
}));

type PollState = Pick<ComposerState, "draft" | "place">;

/** The dialog that adds a poll to a draft or changes it. */
export function PollEditor({ state, onClose }: { state: PollState; onClose: () => void }) {
  const { draft, place } = state;
  return (
    <Suspense>
      <PollDialog
        poll={draft.poll ?? null}
        onSave={(poll) => writePoll(place, poll)}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The poll of a draft: its options, to change or remove. */
export function DraftPollPart({ state, className }: { state: PollState; className: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { draft, place } = state;
  const { poll } = draft;
  if (poll === undefined) return null;
  return (
    <section aria-label={t`Poll to post`} className={clsx("max-w-[30rem]", className)}>
      <div className="flex items-center gap-2 rounded-md py-1 ps-3 pe-1 text-13 edge-line">
        <ChartBarDecreasing size={16} aria-hidden className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium">
            {plural(poll.options.length, {
              one: "Poll with # option",
              other: "Poll with # options",
            })}
          </span>
          <span className="block truncate text-12 text-ink-3">
            {draft.text.trim() === "" ? (
              t`Write the question as your post.`
            ) : (
              <bdi>{poll.options.join(" · ")}</bdi>
            )}
          </span>
        </span>
        <IconButton
          size="sm"
          label={t`Edit poll`}
          icon={<Pencil size={14} aria-hidden />}
          onClick={() => setIsOpen(true)}
        />
        <IconButton
          size="sm"
          label={t`Remove poll`}
          icon={<X size={14} aria-hidden />}
          onClick={(event) => {
            focusText(event.currentTarget);
            writePoll(place, undefined);
          }}
        />
      </div>
      {isOpen && <PollEditor state={state} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function writePoll(place: string, poll: DraftPoll | undefined): void {
  const { poll: _, ...draft } = drafts.read(place);
  drafts.write(place, poll === undefined ? draft : { ...draft, poll });
}
