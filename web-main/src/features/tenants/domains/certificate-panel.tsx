import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { invalidateOnSettled } from "@guildhall/web-kit/api/invalidate-on-settled.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Badge, type BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { failureMessage } from "../failure-message.ts";
import { useTenant } from "../page/tenant-context.ts";
import { renewCertificate, tenantsKey } from "../queries.ts";
import type { Certificate, CertificateState, Domain } from "../types.ts";
import { certificateDetail, certificateLabel, shortDate } from "../labels.ts";
import { ValidityBar } from "./validity-bar.tsx";
import { OrderHistory } from "./order-history.tsx";
import { Timeline } from "./timeline.tsx";

const badgeTones: Record<CertificateState, BadgeTone> = {
  valid: "success",
  renewing: "warning",
  failed: "danger",
  waiting: "warning",
  none: "neutral",
  notNeeded: "neutral",
};

export interface CertificatePanelProps {
  /** The certificate's host. */
  domain: Domain;
  /** Undefined if none was requested yet, or while it loads. */
  certificate: Certificate | undefined;
}

/** A host's certificate: its validity and the steps of its issuance. */
export function CertificatePanel({ domain, certificate }: CertificatePanelProps) {
  const summary = domain.certificate;
  const state = certificate?.state ?? summary.state;
  const detail = certificateDetail(summary);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">{t`Certificate`}</h2>
        <Badge tone={badgeTones[state]}>{certificateLabel(state, [domain])}</Badge>
      </div>
      <p className="mt-0.5 font-mono text-13 text-ink-2 [overflow-wrap:anywhere]">
        {certificate?.host ?? domain.host}
      </p>
      {certificate === undefined ? (
        detail !== null && <p className="mt-3 text-13 text-ink-2">{detail}</p>
      ) : (
        <CertificateDetails certificate={certificate} />
      )}
    </>
  );
}

function CertificateDetails({ certificate }: { certificate: Certificate }) {
  const { tenant } = useTenant();
  const cache = useQueryClient();
  const [lookingBack, setLookingBack] = useState(false);
  const renew = useSingleFlightMutation({
    mutationFn: () => renewCertificate(tenant.id, certificate.host),
    onSuccess: () => toast.success(t`Renewal requested`),
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: invalidateOnSettled(() => cache.invalidateQueries({ queryKey: tenantsKey })),
  });
  const { notBefore, goodUntil } = certificate;
  return (
    <>
      {notBefore !== null && goodUntil !== null && (
        <ValidityBar from={notBefore} until={goodUntil} renewsAt={certificate.renewsAt} />
      )}
      {certificate.cause !== null && (
        <Note tone="danger" className="mt-4">
          {certificate.cause.words}
        </Note>
      )}
      {certificate.leftOut.map(({ name, words, againAt }) => (
        <Note key={name} tone="warning" className="mt-4">
          {againAt === null
            ? t`Without ${name}: ${words}`
            : t`Without ${name}: ${words} The next attempt is on ${{ date: shortDate(againAt) }}.`}
        </Note>
      ))}
      <Timeline steps={certificate.steps} />
      {certificate.state !== "notNeeded" && (
        <div className="mt-5 flex flex-wrap gap-2">
          {certificate.state !== "waiting" && (
            <Button
              icon={<RotateCw size={14} aria-hidden />}
              busy={renew.isPending || certificate.underWay}
              busyLabel={certificate.underWay ? t`In progress` : t`Requesting...`}
              onClick={() => renew.mutate()}
            >{t`Renew now`}</Button>
          )}
          <Button variant="quiet" onClick={() => setLookingBack(true)}>{t`History`}</Button>
        </div>
      )}
      {lookingBack && (
        <OrderHistory host={certificate.host} onClose={() => setLookingBack(false)} />
      )}
    </>
  );
}
