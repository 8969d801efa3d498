import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MessageSettings } from "../../api/types.ts";
import { errorMessage } from "../../api/problem.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Choices } from "../../ui/choices.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CordsGroup } from "./cords-group.tsx";
import { messageSettingsQuery, saveMessageSettings } from "./queries.ts";
import { SettingsGroup } from "./section.tsx";

const ACCEPTS_FROM = [
  {
    value: "shared",
    title: t`People I share something with`,
    text: t`A community or an affiliation. Others send a request first.`,
  },
  {
    value: "followed",
    title: t`People I follow`,
    text: t`Others send a request first.`,
  },
  { value: "nobody", title: t`No one`, text: t`Conversations that you already have continue.` },
] as const satisfies readonly {
  value: MessageSettings["acceptsFrom"];
  title: string;
  text: string;
}[];

const SWITCHES = [
  {
    field: "sendsReceipts",
    label: t`Receipts`,
    text: t`Show when messages were delivered and seen. Off: you do not see those of others either.`,
  },
  {
    field: "showsTyping",
    label: t`Typing`,
    text: t`Show when you are typing. Off: you do not see when others are typing.`,
  },
  {
    field: "showsPresence",
    label: t`Online status`,
    text: t`Show when you are online. Off: you do not see who else is online.`,
  },
] as const;

/** Who may write to the viewer, what they see of the viewer, and cords. */
export function MessagesSection() {
  return (
    <>
      <MessageSettingsGroups />
      <CordsGroup />
    </>
  );
}

function MessageSettingsGroups() {
  const { data, error, refetch } = useQuery(messageSettingsQuery);
  const save = useSaveMessageSettings();
  if (data === undefined) {
    return error === null ? (
      <SettingsWaiting />
    ) : (
      <ErrorState
        className="py-6"
        title={t`Failed to load your settings. Please try again.`}
        onRetry={() => void refetch()}
      />
    );
  }
  // Shows the new choice immediately, and reverts it if the server refuses.
  const shown = save.isPending ? save.variables : data;
  return (
    <>
      <SettingsGroup>
        <Choices
          label={t`Who may message me`}
          name="acceptsFrom"
          choices={ACCEPTS_FROM}
          value={shown.acceptsFrom}
          onChange={({ target }) =>
            save.mutate({ ...shown, acceptsFrom: parseAudience(target.value) })
          }
        />
      </SettingsGroup>
      <SettingsGroup title={t`What others see`}>
        <div className="flex flex-col gap-4">
          {SWITCHES.map(({ field, label, text }) => (
            <div key={field}>
              <Checkbox
                label={label}
                checked={shown[field]}
                onChange={({ target }) => save.mutate({ ...shown, [field]: target.checked })}
              />
              <p className="ms-7 mt-1 text-13 text-ink-3">{text}</p>
            </div>
          ))}
        </div>
      </SettingsGroup>
    </>
  );
}

function parseAudience(value: string): MessageSettings["acceptsFrom"] {
  return ACCEPTS_FROM.find((choice) => choice.value === value)?.value ?? "shared";
}

function useSaveMessageSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: saveMessageSettings,
    onSuccess: (saved) => cache.setQueryData(messageSettingsQuery.queryKey, saved),
    onError: (error) => toast.error(errorMessage(error, t`Your setting could not be saved.`)),
  });
}

/** Skeleton of a group of settings. */
function SettingsWaiting() {
  return (
    <LoadingRegion className="flex flex-col gap-3 pb-6">
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </LoadingRegion>
  );
}
