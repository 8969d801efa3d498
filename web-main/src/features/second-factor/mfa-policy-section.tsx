import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { MfaSettings } from "@guildhall/web-kit/api/types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { formatDate } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { passkeyErrorMessage } from "@guildhall/web-kit/features/second-factor/passkey-button.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { changeMfaSettings, mfaSettingsQuery, type MfaSettingsChange } from "./queries.ts";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";

/** The second-factor policy, for staff. */
export function MfaPolicySection() {
  const settings = useQuery(mfaSettingsQuery);
  if (settings.data !== undefined) return <Policy settings={settings.data} />;
  if (settings.isPending)
    return (
      <LoadingRegion>
        <Skeleton className="h-40 w-full" />
      </LoadingRegion>
    );
  return (
    <ErrorState
      title={t`The settings could not be loaded`}
      text={passkeyErrorMessage(settings.error)}
      onRetry={() => void settings.refetch()}
    />
  );
}

function Policy({ settings }: { settings: MfaSettings }) {
  const cache = useQueryClient();
  const proof = useProof();
  const [wanted, setWanted] = useState<MfaSettingsChange>(settings);
  const [state, setState] = useState<{ busy: boolean; words: string | null }>(still);
  const change = (part: Partial<MfaSettingsChange>) => setWanted({ ...wanted, ...part });
  const { enabled, required, gracePeriodDays } = wanted;
  const save = async () => {
    setState({ busy: true, words: null });
    try {
      const body = { enabled, required: required && enabled, gracePeriodDays };
      const saved = await proof.withProof(() => changeMfaSettings(body));
      cache.setQueryData(mfaSettingsQuery.queryKey, saved);
      setWanted(saved);
      setState(still);
      toast.success(t`The two-factor policy was saved.`);
    } catch (error) {
      const words = error instanceof ProofCancelled ? null : passkeyErrorMessage(error);
      setState({ busy: false, words });
    }
  };
  return (
    <form
      noValidate
      className="flex max-w-[620px] flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Checkbox
        label={t`Members can use two-factor authentication`}
        checked={enabled}
        onChange={(event) => change({ enabled: event.target.checked })}
      />
      <Checkbox
        label={t`Two-factor authentication is required`}
        checked={required && enabled}
        {...(!enabled && { locked: t`It must be enabled before it can be required.` })}
        onChange={(event) => change({ required: event.target.checked })}
      />
      <TextField
        label={t`Grace period in days`}
        hint={t`Time to set it up, starting today or on the day a member joins, whichever is later.`}
        type="number"
        min={0}
        max={365}
        className="max-w-52"
        value={Number.isNaN(gracePeriodDays) ? "" : gracePeriodDays}
        onChange={(event) => change({ gracePeriodDays: event.target.valueAsNumber })}
      />
      <FormAlert>{state.words}</FormAlert>
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={state.busy}
          busyLabel={t`Saving...`}
          disabled={!Number.isInteger(gracePeriodDays)}
        >{t`Save policy`}</Button>
      </div>
      <p className="text-13 text-ink-3">
        {settings.lastModifiedAt === null
          ? t`Not changed yet.`
          : t`Last changed on ${{ date: formatDate(settings.lastModifiedAt) }}. Every change is in the audit log.`}
      </p>
      <ProofDialog requested={proof.requested} />
    </form>
  );
}

const still = { busy: false, words: null };
