import { Copy } from "lucide-react";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { copyText } from "@guildhall/web-kit/ui/copy-text.ts";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";

export interface SectionHeadProps {
  id: string;
  title: string;
  text: string;
  action?: ReactNode;
}

/** A section's heading with its explanation and main action. */
export function SectionHead({ id, title, text, action }: SectionHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={id} className="text-16 font-semibold">
          {title}
        </h2>
        <p className="mt-0.5 text-13 text-ink-2">{text}</p>
      </div>
      {action}
    </div>
  );
}

export function ListSkeleton({ label }: { label: string }) {
  return (
    <LoadingRegion label={label} className="mt-4 flex flex-col gap-3">
      <Skeleton className="h-16 w-full rounded-lg!" />
      <Skeleton className="h-16 w-full rounded-lg!" />
    </LoadingRegion>
  );
}

/** A collapsed help text. */
export function Help({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="mt-4 text-13">
      <summary className="w-fit rounded-xs text-brand-text hover:underline max-md:py-3.5">
        {title}
      </summary>
      <div className="mt-2 flex flex-col gap-3 text-ink-2">{children}</div>
    </details>
  );
}

/** A command or header to copy. */
export function CodeLine({ code, label }: { code: string; label: string }) {
  return (
    <div dir="ltr" className="flex items-start gap-1 rounded-md bg-sunken py-1 ps-3 pe-1">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-12 text-ink [overflow-wrap:anywhere]">
        {code}
      </code>
      <IconButton
        size="sm"
        label={label}
        icon={<Copy size={14} aria-hidden />}
        onClick={() => void copyText(code, t`Copied to clipboard.`)}
      />
    </div>
  );
}

/** Names with explanations, as of headers. */
export function TermList({ terms }: { terms: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
      {terms.map(([name, text]) => (
        <div key={name} className="contents">
          <dt dir="ltr" className="font-mono text-12 leading-[18px] text-ink">
            {name}
          </dt>
          <dd className="min-w-0 max-sm:mb-1.5">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
