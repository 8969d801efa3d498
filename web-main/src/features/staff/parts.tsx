import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { inputClass } from "@guildhall/web-kit/ui/field.tsx";
import { Paged, type PagedProps } from "@guildhall/web-kit/ui/paged.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { NoPermission } from "./no-permission.tsx";

/** A table as wide as the panel; columns without space on a phone are `max-md:hidden`. */
export function StaffTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mt-2 overflow-x-auto">
      <table aria-label={label} className="w-full text-13 tabular-nums">
        {children}
      </table>
    </div>
  );
}

export function Th({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={clsx(
        "h-[34px] px-3 text-start text-12 font-medium whitespace-nowrap text-ink-3 shadow-[inset_0_-1px_0_var(--line)] first:ps-4 last:pe-4 md:first:ps-6 md:last:pe-6",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      className={clsx(
        "h-14 px-3 py-2 shadow-[inset_0_-1px_0_var(--line-soft)] first:ps-4 last:pe-4 md:first:ps-6 md:last:pe-6",
        className,
      )}
      {...rest}
    />
  );
}

/** A column's heading. */
export type Column =
  | string
  | {
      name: string;
      className?: string;
      /** True if the name is for screen readers only. */
      unseen?: boolean;
      /** A control that replaces the name. */
      content?: ReactNode;
    };

export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (typeof column === "string") return <Th key={column}>{column}</Th>;
          const { name, unseen = false, className, content } = column;
          return (
            <Th key={name} className={className}>
              {content ?? (unseen ? <span className="sr-only">{name}</span> : name)}
            </Th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A row's name above its second line. */
export function TwoLineCell({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span className="block font-semibold [overflow-wrap:anywhere]">{first}</span>
      <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">{second}</span>
    </>
  );
}

/** A filter input with a visually hidden label. */
export function FilterInput({
  label,
  className,
  ...input
}: ComponentProps<"input"> & { label: string }) {
  return (
    <span className={inputClass(false, clsx("h-8 px-2.5 max-md:h-11", className))}>
      <input
        aria-label={label}
        placeholder={label}
        {...input}
        className="min-w-0 flex-1 bg-transparent outline-none"
      />
    </span>
  );
}

/** A staff list in its loading, error, empty, no-permission and loaded states. */
export function Pages<Item>(props: Pick<PagedProps<Item>, "query" | "empty" | "children">) {
  const { data, error } = props.query;
  if (data === undefined && isPermissionMissing(error)) return <NoPermission />;
  return <Paged {...props} waiting={<TableSkeleton />} failure={reason} />;
}

export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isPermissionMissing(error)) return <NoPermission />;
  return <ErrorState className="py-16" title={reason(error)} onRetry={onRetry} />;
}

/** The viewer's staff role was changed after the page was opened. */
function isPermissionMissing(error: Error | null): boolean {
  return error instanceof ProblemError && error.code === "staff-permission-required";
}

function reason(error: Error): string {
  return error instanceof ProblemError ? error.detail : t`Something went wrong. Please try again.`;
}

export function TableSkeleton() {
  return (
    <LoadingRegion className="mt-4 flex flex-col gap-3 px-4 md:px-6">
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </LoadingRegion>
  );
}
