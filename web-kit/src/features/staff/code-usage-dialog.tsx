import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { InviteCode } from "../../api/staff-types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { formatMoment } from "../../ui/time.ts";
import { Pages, Two } from "./parts.tsx";
import { inviteUsesQuery } from "./queries.ts";

/** Who used a code, and when. */
export function CodeUsageDialog({ code, onClose }: { code: InviteCode; onClose: () => void }) {
  const uses = useInfiniteQuery(inviteUsesQuery(code.id));
  return (
    <Dialog
      open
      title={code.code}
      description={
        code.lastUsedAt === null ? "Not used yet." : `Last used ${formatMoment(code.lastUsedAt)}.`
      }
      onOpenChange={(open) => open || onClose()}
    >
      <Pages
        query={uses}
        empty={<p className="pb-5 text-14 text-ink-2">Nobody has used this code.</p>}
      >
        {(items) => (
          <ul className="divide-y divide-line-soft pb-5">
            {items.map((use) => (
              <li key={use.id} className="flex items-center gap-3 py-2.5 text-13">
                <span className="min-w-0 flex-1">
                  <Two
                    first={
                      <Link to={`/staff/users/${use.userId}`} className="hover:underline">
                        {use.displayName || use.userEmail}
                      </Link>
                    }
                    second={use.userEmail}
                  />
                </span>
                <time dateTime={use.usedAt} className="text-12 text-ink-2">
                  {formatMoment(use.usedAt)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </Dialog>
  );
}
