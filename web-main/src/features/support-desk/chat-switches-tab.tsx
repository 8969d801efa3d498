import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatSwitches } from "@guildhall/web-kit/api/support-staff-types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { TableSkeleton } from "../staff/parts.tsx";
import { chatSwitchesQuery, switchChat } from "./queries.ts";
import { SwitchRow } from "./switch-row.tsx";

interface Change {
  affiliationId: string | null;
  enabled: boolean;
}

/** Support chat on or off, for the network and for each portal (G-050). */
export function ChatSwitchesTab() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(chatSwitchesQuery);
  const switching = useSingleFlightMutation<ChatSwitches, Change>({
    mutationFn: ({ affiliationId, enabled }) => switchChat(affiliationId, enabled),
    onSuccess: (switches, { enabled }) => {
      cache.setQueryData(chatSwitchesQuery.queryKey, switches);
      toast.success(enabled ? t`Support chat switched on` : t`Support chat switched off`);
    },
    onError: (failed) => toast.error(failureText(failed, t`Failed to switch support chat`)),
  });
  if (data === undefined) {
    if (error === null) return <TableSkeleton />;
    return (
      <ErrorState
        className="py-16"
        title={failureText(error, t`Failed to load the chat switches`)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="max-w-2xl px-4 pt-5 md:px-6">
      <p className="text-14 text-ink-2">{t`Where chat is off, members read that it is coming soon and can create tickets.`}</p>
      <ul className="mt-3 divide-y divide-line-soft">
        <SwitchRow
          name={t`Whole network`}
          hint={t`Off: no chat on the main site or on any portal`}
          on={data.network}
          busy={switching.isPending}
          onSwitch={(enabled) => switching.mutate({ affiliationId: null, enabled })}
        />
        {data.portals.map(({ affiliationId, name, enabled }) => (
          <SwitchRow
            key={affiliationId}
            name={name}
            on={enabled}
            busy={switching.isPending || !data.network}
            onSwitch={(on) => switching.mutate({ affiliationId, enabled: on })}
          />
        ))}
      </ul>
    </div>
  );
}
