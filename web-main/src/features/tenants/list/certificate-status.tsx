import { clsx } from "clsx";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import type { TenantSummary } from "../types.ts";
import { certificateDetail, certificateLabel, certificateStates } from "../labels.ts";

/** The state of a portal's certificate in words; the dot only repeats it. */
export function CertificateStatus({ tenant }: { tenant: TenantSummary }) {
  const { certificate, addresses } = tenant;
  const { tone } = certificateStates[certificate.state];
  const label = certificateLabel(certificate.state, addresses);
  const detail = certificateDetail(certificate);
  return (
    <span className="grid grid-cols-[auto_1fr] items-baseline gap-x-2">
      <Dot tone={tone} className="self-center" />
      <span className="font-medium">{label}</span>
      {detail !== null && (
        <span
          className={clsx(
            "col-start-2 text-12 [overflow-wrap:anywhere]",
            certificate.state === "failed" ? "text-danger-text" : "text-ink-2",
          )}
        >
          {detail}
        </span>
      )}
    </span>
  );
}
