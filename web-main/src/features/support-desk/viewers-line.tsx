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
  const [first = "", ...rest] = names;
  if (rest.length === 0) return `${first} is viewing this`;
  return `${rest.length === 1 ? `${first} and ${rest[0]}` : `${first} and ${rest.length} others`} are viewing this`;
}
