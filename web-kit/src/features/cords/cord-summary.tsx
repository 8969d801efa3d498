import { t } from "@lingui/core/macro";
import { useId } from "react";
import { CommonList } from "./common-list.tsx";
import type { Cord } from "./contract.ts";
import { CordGlyph } from "./cord-glyph.tsx";
import { CordLoader } from "./cord-loader.tsx";
import { formatStrength } from "./labels.ts";
import { StrandBars } from "./strand-bars.tsx";

/** The viewer's cord with a person in a narrow column: strength, strands and what they share. */
export function CordSummary({ userId }: { userId: string }) {
  return <CordLoader userId={userId}>{(cord) => <Summary cord={cord} />}</CordLoader>;
}

function Summary({ cord }: { cord: Cord }) {
  const heading = useId();
  const shares = cord.common.affiliations.length + cord.common.communities.length > 0;
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby={heading}>
        <div className="flex items-center justify-between">
          <h3 id={heading} className="text-13 font-semibold">{t`Cord`}</h3>
          {!cord.disabled && (
            <span className="flex items-center gap-2.5">
              <CordGlyph strength={cord.totalStrength} width={92} height={11} />
              <span aria-hidden className="text-13 font-semibold tabular-nums">
                {formatStrength(cord.totalStrength)}
              </span>
            </span>
          )}
        </div>
        {cord.threads.length === 0 ? (
          <p className="mt-1.5 text-12 text-ink-3">
            {cord.reason ?? t`No cord yet. It grows with what you do together.`}
          </p>
        ) : (
          <div className="mt-2">
            <StrandBars strands={cord.threads} />
          </div>
        )}
      </section>
      {shares && (
        <div className="border-t border-line-soft pt-6">
          <CommonList common={cord.common} compact />
        </div>
      )}
    </div>
  );
}
