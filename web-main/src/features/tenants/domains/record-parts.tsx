import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import {
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  Copy,
  LoaderCircle,
  type LucideIcon,
} from "lucide-react";
import { copyText } from "@guildhall/web-kit/ui/copy-text.ts";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import type { DomainRecord, RecordState } from "../types.ts";
import { recordStates } from "../labels.ts";

const STATE_STYLES: Record<RecordState, { sign: LucideIcon; ink: string; dot: string }> = {
  found: {
    sign: CircleCheck,
    ink: "text-success-text",
    dot: "bg-success-line",
  },
  missing: {
    sign: LoaderCircle,
    ink: "text-ink-2",
    dot: "shadow-[inset_0_0_0_1.5px_var(--ink-3)]",
  },
  wrong: { sign: CircleX, ink: "text-danger-text", dot: "bg-danger-line" },
  unknown: {
    sign: CircleHelp,
    ink: "text-ink-2",
    dot: "shadow-[inset_0_0_0_1.5px_var(--ink-3)]",
  },
  unseen: {
    sign: Clock,
    ink: "text-ink-2",
    dot: "shadow-[inset_0_0_0_1.5px_var(--ink-3)]",
  },
};

/** An icon for the state of a DNS record. */
export function RecordIcon({ state }: { state: RecordState }) {
  const { sign: Sign, ink } = STATE_STYLES[state];
  return (
    <span className={clsx("inline-flex items-center gap-1.5 text-13 font-medium", ink)}>
      <Sign size={15} aria-hidden /> {recordStates[state]}
    </span>
  );
}

/** Each resolver's result as a dot, with a text for screen readers. */
export function ResolverDots({ record }: { record: DomainRecord }) {
  return (
    <ul className="inline-flex gap-1.5">
      {record.resolvers.map(({ name, state }) => (
        <li key={name} title={`${name}: ${recordStates[state]}`} className="flex">
          <span aria-hidden className={clsx("size-2 rounded-full", STATE_STYLES[state].dot)} />
          <span className="sr-only">
            {name}: {recordStates[state]}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function RecordType({ type }: { type: string }) {
  return <span className="edge-line rounded-xs px-1.5 py-0.5 font-mono text-11">{type}</span>;
}

/** The value to set, with a copy button. */
export function RecordValue({ record, wide }: { record: DomainRecord; wide: boolean }) {
  return (
    <span
      className={clsx(
        "inline-flex max-w-full items-center gap-1 rounded-sm bg-hover font-mono text-12",
        wide ? "edge-line py-0 ps-2" : "w-full justify-between py-1 ps-3 text-14",
      )}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">{record.value}</span>
      <IconButton
        size={wide ? "sm" : "touch"}
        label={t`Copy the ${{ type: record.type }} value`}
        icon={<Copy size={wide ? 13 : 18} aria-hidden />}
        onClick={() => void copyText(record.value, t`Value copied to clipboard.`)}
      />
    </span>
  );
}
