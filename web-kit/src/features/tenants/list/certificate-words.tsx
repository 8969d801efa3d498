import { clsx } from "clsx";
import { Dot } from "../../../ui/dot.tsx";
import type { CertificateSummary } from "../types.ts";
import { certificateDetail, certificateStates } from "../words.ts";

/** Where a certificate stands, in words; the dot only repeats it. */
export function CertificateWords({ certificate }: { certificate: CertificateSummary }) {
  const { label, tone } = certificateStates[certificate.state];
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
