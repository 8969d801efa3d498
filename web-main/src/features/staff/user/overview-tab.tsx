import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { staffKey } from "../queries.ts";
import { UserActions } from "./user-actions.tsx";
import { UserFacts } from "./user-facts.tsx";
import type { UserTabProps } from "./user-tabs.ts";

/** The account's data, and the actions on it. */
export function OverviewTab({ user }: UserTabProps) {
  const me = useMe();
  const cache = useQueryClient();
  return (
    <div className="flex flex-col gap-6 pt-5">
      <UserFacts user={user} />
      {me?.id === user.id ? (
        <p className="px-4 text-13 text-ink-2 md:px-6">{t`This is your own account. Another member of staff has to change it.`}</p>
      ) : (
        <UserActions
          user={user}
          onChanged={() => cache.invalidateQueries({ queryKey: staffKey })}
        />
      )}
    </div>
  );
}
