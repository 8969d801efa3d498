import { t } from "@lingui/core/macro";
import { Circle } from "lucide-react";

/** The poll of a post that is not saved yet: its options, without votes. */
export function PendingPoll({ options }: { options: readonly string[] }) {
  return (
    <ul
      aria-label={t`Options of the poll`}
      className="mt-2 max-w-[28rem] rounded-md px-3.5 py-2 text-14 text-ink-2 edge-line"
    >
      {options.map((option) => (
        <li key={option} className="flex min-h-6 items-center gap-2">
          <Circle size={12} aria-hidden className="shrink-0 text-ink-3" />
          <bdi className="min-w-0 wrap-anywhere">{option}</bdi>
        </li>
      ))}
    </ul>
  );
}
