import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { presenceQuery, type Subject } from "./queries.ts";

/** "Owen Pritchard is viewing this": other staff who have the same item open. */
export function ViewersLine({ subject }: { subject: Subject }) {
  const viewers = useQuery(presenceQuery(subject)).data?.viewers ?? [];
  return (
    <p role="status" className="flex items-center gap-1.5 text-12 text-warning-text empty:hidden">
      {viewers.length > 0 && (
        <>
          <Eye size={14} aria-hidden />
          {viewersText(viewers.map(({ displayName }) => displayName))}
        </>
      )}
    </p>
  );
}

export function viewersText(names: readonly string[]): string {
  const [first = "", second = "", ...rest] = names;
  if (second === "") return t`${first} is viewing this`;
  if (rest.length === 0) return t`${first} and ${second} are viewing this`;
  const others = rest.length + 1;
  return plural(others, {
    one: `${first} and # other are viewing this`,
    other: `${first} and # others are viewing this`,
  });
}
