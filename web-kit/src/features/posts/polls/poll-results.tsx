import { plural, t } from "@lingui/core/macro";
import { Check } from "lucide-react";
import { lazy, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import type { Poll, PollOption, Post } from "../../../api/types.ts";
import { formatNumber, locale } from "../../../language/format.ts";
import { loadWithRetry } from "../../../recovery/load-with-retry.ts";

const VotersDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./voters-dialog.tsx"))).VotersDialog,
}));

export interface PollResultsProps {
  post: Post;
  poll: Poll;
  /** True if the reader opened them by a button, which has vanished: they take the focus. */
  takesFocus: boolean;
}

/** The counts of a poll as a table with bars. Those of a named poll open the list of voters. */
export function PollResults({ post, poll, takesFocus }: PollResultsProps) {
  const caption = useId();
  const table = useRef<HTMLTableElement>(null);
  const [open, setOpen] = useState<PollOption | null>(null);
  useLayoutEffect(() => {
    if (takesFocus) table.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <table
        ref={table}
        tabIndex={-1}
        aria-labelledby={caption}
        className="w-full table-fixed rounded-xs text-14 outline-offset-2"
      >
        <caption id={caption} className="sr-only">
          {t`Results of the poll`}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t({ message: "Option", context: "of a poll" })}</th>
            <th scope="col">{t({ message: "Share", context: "of the votes" })}</th>
            <th scope="col">{t`Votes`}</th>
          </tr>
        </thead>
        <tbody>
          {poll.options.map((option) => (
            <ResultRow
              key={option.id}
              {...{ option }}
              share={poll.voters === 0 ? 0 : option.votes / poll.voters}
              isChosen={poll.chosen.includes(option.id)}
              onVoters={poll.secret || option.votes === 0 ? null : () => setOpen(option)}
            />
          ))}
        </tbody>
      </table>
      <Suspense>
        {open !== null && <VotersDialog post={post} option={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

interface ResultRowProps {
  option: PollOption;
  /** From 0 to 1. */
  share: number;
  /** True if the viewer voted for it. */
  isChosen: boolean;
  onVoters: (() => void) | null;
}

function ResultRow({ option, share, isChosen, onVoters }: ResultRowProps) {
  const percent = formatShare(share);
  const votes = formatNumber(option.votes);
  return (
    <tr className="h-11 align-middle">
      <th scope="row" className="py-1 text-start font-normal">
        <span className="flex items-center gap-1.5">
          <bdi className="min-w-0 wrap-anywhere">{option.text}</bdi>
          {isChosen && (
            <>
              <Check size={14} aria-hidden className="shrink-0 text-brand-text" />
              <span className="sr-only">{t`Your vote`}</span>
            </>
          )}
        </span>
        <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-selected">
          <span
            className="block h-full rounded-full bg-brand-line forced-colors:bg-[CanvasText]"
            style={{ width: percent.width }}
          />
        </span>
      </th>
      <td className="w-14 py-1 ps-2 text-end text-13 text-ink-2 tabular-nums">{percent.text}</td>
      <td className="w-12 py-1 text-end text-13 text-ink-2 tabular-nums">
        {onVoters === null ? (
          votes
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={plural(option.votes, {
              one: `${votes} vote: show who voted`,
              other: `${votes} votes: show who voted`,
            })}
            className="link min-h-6 min-w-6 max-md:min-h-11 max-md:min-w-9"
            onClick={onVoters}
          >
            {votes}
          </button>
        )}
      </td>
    </tr>
  );
}

function formatShare(share: number): { text: string; width: string } {
  const format = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 });
  return { text: format.format(share), width: `${Math.min(1, share) * 100}%` };
}
