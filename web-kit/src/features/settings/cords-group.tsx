import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { errorMessage } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import type { CordSettings } from "../cords/contract.ts";
import { cordSettingsQuery, saveCordSettings } from "../cords/queries.ts";
import { SettingsGroup } from "./section.tsx";

/** Turns cords and vouches on and off. Turning cords off is confirmed, because it erases them. */
export function CordsGroup() {
  const { data, error, refetch } = useQuery(cordSettingsQuery);
  const save = useSaveCordSettings();
  const [confirming, setConfirming] = useState(false);
  if (data === undefined) {
    return (
      <SettingsGroup title={t`Cords`}>
        {error === null ? (
          <Waiting />
        ) : (
          <ErrorState
            className="py-6"
            title={t`Failed to load your settings. Please try again.`}
            onRetry={() => void refetch()}
          />
        )}
      </SettingsGroup>
    );
  }
  const shown = save.isPending ? save.variables : data;
  const turnOff = () =>
    save.mutate({ ...shown, enabled: false }, { onSettled: () => setConfirming(false) });
  return (
    <SettingsGroup
      title={t`Cords`}
      text={t`A cord measures what you do together with another member, from 0 to 100. Only the two of you see it.`}
    >
      <div className="flex flex-col gap-4">
        <div>
          <Checkbox
            label={t`Cords`}
            checked={shown.enabled}
            onChange={({ target }) =>
              target.checked ? save.mutate({ ...shown, enabled: true }) : setConfirming(true)
            }
          />
          <p className="ms-7 mt-1 text-13 text-ink-3">{t`Off: your cords are erased, for the other members too, and nothing is counted.`}</p>
        </div>
        <div>
          <Checkbox
            label={t`Show vouches`}
            checked={shown.showsVouches}
            onChange={({ target }) => save.mutate({ ...shown, showsVouches: target.checked })}
          />
          <p className="ms-7 mt-1 text-13 text-ink-3">{t`Your profile shows who vouches for you.`}</p>
        </div>
      </div>
      <Dialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t`Turn cords off and erase them?`}
        description={t`All your cords are erased, for the other members too. Turning cords on again does not restore them.`}
        footer={
          <>
            <Button size="lg" onClick={() => setConfirming(false)}>{t`Cancel`}</Button>
            <Button
              size="lg"
              variant="danger"
              busy={save.isPending}
              onClick={turnOff}
            >{t`Turn off and erase`}</Button>
          </>
        }
      />
    </SettingsGroup>
  );
}

function useSaveCordSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: saveCordSettings,
    onSuccess: async (saved: CordSettings) => {
      cache.setQueryData(cordSettingsQuery.queryKey, saved);
      // The settings are below the same key; all other cords may be erased or start to exist.
      await cache.invalidateQueries({ queryKey: keys.cords });
    },
    onError: (error) => toast.error(errorMessage(error, t`Your setting could not be saved.`)),
  });
}

function Waiting() {
  return (
    <LoadingRegion className="flex flex-col gap-3">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-4 w-40" />
    </LoadingRegion>
  );
}
