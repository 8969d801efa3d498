import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffSession } from "@guildhall/web-kit/api/staff-role-types.ts";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { LoadError, StaffTable, TableHead, TableSkeleton, Td, TwoLineCell } from "../parts.tsx";
import { staffKey } from "../queries.ts";
import { ReasonDialog } from "../reason-dialog.tsx";
import { endAllSessions, endSession, sessionsQuery } from "./queries.ts";
import type { UserTabProps } from "./user-tabs.ts";

/** The account's sessions, each of which staff can end. */
export function SessionsTab({ user, name }: UserTabProps) {
  const { data, error, refetch } = useQuery(sessionsQuery(user.id));
  const [ending, setEnding] = useState<StaffSession | "all" | null>(null);
  const own = useMe()?.id === user.id;
  if (data === undefined) {
    if (error === null) return <TableSkeleton />;
    return <LoadError error={error} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        className="py-12"
        picture={null}
        title={t`No sessions`}
        text={t`This person is not signed in anywhere.`}
      />
    );
  }
  return (
    <>
      <StaffTable label={t`Sessions`}>
        <TableHead
          columns={[
            t`Browser`,
            {
              name: t({ message: "Site", context: "main site or portal" }),
              className: "max-md:hidden",
            },
            {
              name: t({ message: "Network", context: "address range" }),
              className: "max-md:hidden",
            },
            { name: t`Signed in`, className: "max-md:hidden" },
            t`Last used`,
            { name: t`Actions`, unseen: true },
          ]}
        />
        <tbody>
          {data.items.map((session) => (
            <Row key={session.id} session={session} onEnd={own ? null : () => setEnding(session)} />
          ))}
        </tbody>
      </StaffTable>
      {!own && (
        <div className="px-4 pt-4 md:px-6">
          <Button onClick={() => setEnding("all")}>{t`End all sessions`}</Button>
        </div>
      )}
      {ending !== null && (
        <EndDialog {...{ ending, name }} userId={user.id} onClose={() => setEnding(null)} />
      )}
    </>
  );
}

function Row({ session, onEnd }: { session: StaffSession; onEnd: (() => void) | null }) {
  const browser = session.browser ?? t`Unknown browser`;
  return (
    <tr className="hover:bg-hover">
      <Td>
        <TwoLineCell
          first={browser}
          second={
            <span className="md:hidden">
              {session.host}
              {session.network !== null && ` · ${session.network}`}
            </span>
          }
        />
      </Td>
      <Td className="max-md:hidden">
        <span className="flex flex-wrap items-center gap-1.5">
          {session.host}
          {session.kind === "portal" && <Badge tone="line">{t`Portal`}</Badge>}
        </span>
      </Td>
      <Td className="max-md:hidden">{session.network ?? "–"}</Td>
      <Td className="whitespace-nowrap max-md:hidden">
        <RelativeTime time={session.createdAt} />
      </Td>
      <Td className="md:whitespace-nowrap">
        <RelativeTime time={session.lastSeenAt} />
      </Td>
      <Td className="text-end">
        {onEnd !== null && (
          <Button
            size="sm"
            onClick={onEnd}
            aria-label={t`End the session in ${browser} on ${{ host: session.host }}`}
          >
            {t({ message: "End", context: "verb" })}
          </Button>
        )}
      </Td>
    </tr>
  );
}

interface EndDialogProps {
  ending: StaffSession | "all";
  userId: string;
  name: string;
  onClose: () => void;
}

function EndDialog({ ending, userId, name, onClose }: EndDialogProps) {
  const cache = useQueryClient();
  const all = ending === "all";
  return (
    <ReasonDialog
      title={all ? t`End all sessions of ${name}` : t`End a session of ${name}`}
      description={
        all
          ? t`All their browsers are signed out immediately.`
          : t`${{ browser: ending.browser ?? t`Unknown browser` }} on ${{ host: ending.host }} is signed out immediately.`
      }
      confirm={all ? t`End all sessions` : t`End session`}
      required
      onClose={onClose}
      onConfirm={async (reason) => {
        await (all ? endAllSessions(userId, reason) : endSession(userId, ending.id, reason));
        toast.success(all ? t`All sessions ended` : t`Session ended`);
        await cache.invalidateQueries({ queryKey: staffKey });
      }}
    />
  );
}
