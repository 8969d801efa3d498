import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { ProblemError, errorMessage } from "../../api/client.ts";
import { invalidateOnSettled } from "../../api/invalidate-on-settled.ts";
import { useSingleFlightPerItem } from "../../api/use-single-flight-mutation.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ProofDialog } from "../second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "../second-factor/use-proof.ts";
import {
  devicesQuery,
  endOtherSessions,
  endDeviceSession,
  type SignedInDevice,
} from "./device-queries.ts";
import { SettingsGroup } from "./section.tsx";

/** The account's sessions, this one first. */
export function DevicesSection() {
  const { data, error, refetch } = useQuery(devicesQuery);
  const { requested, end } = useEndSession();
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        title={t`Your devices could not be loaded`}
        text={error instanceof ProblemError ? error.detail : undefined}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <DevicesSkeleton />;
  const others = data.items.filter((device) => !device.isCurrent);
  return (
    <>
      <SettingsGroup>
        <ul aria-label={t`Devices`} className="divide-y divide-line-soft">
          {data.items.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              busy={end.isPending && end.variables === device}
              onEnd={() => end.mutate(device)}
            />
          ))}
        </ul>
      </SettingsGroup>
      {others.length > 0 ? (
        <SettingsGroup>
          <Button
            variant="danger"
            busy={end.isPending && end.variables === "others"}
            onClick={() => end.mutate("others")}
          >{t`Sign out everywhere else`}</Button>
        </SettingsGroup>
      ) : (
        <SettingsGroup>
          <p className="text-14 text-ink-2">{t`You are not signed in anywhere else.`}</p>
        </SettingsGroup>
      )}
      <ProofDialog requested={requested} />
    </>
  );
}

function useEndSession() {
  const cache = useQueryClient();
  const { withProof, requested } = useProof();
  const end = useSingleFlightPerItem({
    mutationFn: (which: SignedInDevice | "others") =>
      withProof(() => (which === "others" ? endOtherSessions() : endDeviceSession(which))),
    onSuccess: (_, which) => {
      toast.success(
        which === "others" ? t`You are signed out everywhere else.` : t`The device was signed out.`,
      );
    },
    onError: (error) => {
      if (error instanceof ProofCancelled) return;
      toast.error(errorMessage(error, t`Failed to sign out`));
    },
    onSettled: invalidateOnSettled(() =>
      cache.invalidateQueries({ queryKey: devicesQuery.queryKey }),
    ),
  });
  return { requested, end };
}

function DeviceRow(props: { device: SignedInDevice; busy: boolean; onEnd: () => void }) {
  const { device } = props;
  const name = device.browser ?? t`Unknown browser`;
  const Icon = /iPhone|Android/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 py-4 first:pt-0 last:pb-0">
      <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-semibold">
          {name}
          {device.isCurrent && <Badge tone="success">{t`This device`}</Badge>}
        </p>
        <p className="mt-0.5 text-13 break-words text-ink-2">
          {device.host}
          {device.isCarried && `, ${t`opened from another of these sessions`}`}
          {device.network !== null && ` · ${device.network}`}
        </p>
        <p className="text-13 text-ink-3">
          <Trans>
            Last used <RelativeTime time={device.lastSeenAt} />, signed in{" "}
            <RelativeTime time={device.signedInAt} />
          </Trans>
        </p>
      </div>
      {!device.isCurrent && (
        <Button
          busy={props.busy}
          onClick={props.onEnd}
          aria-label={t`Sign out ${name}`}
        >{t`Sign out`}</Button>
      )}
    </li>
  );
}

function DevicesSkeleton() {
  return (
    <LoadingRegion label={t`Loading your devices`} className="flex flex-col gap-5">
      {["one", "two", "three"].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-3 w-72 max-w-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
