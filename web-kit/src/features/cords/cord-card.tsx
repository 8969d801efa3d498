import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { useId } from "react";
import { Badge } from "../../ui/badge.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { CommonList } from "./common-list.tsx";
import type { Cord } from "./contract.ts";
import { CordActions } from "./cord-actions.tsx";
import { CordGlyph } from "./cord-glyph.tsx";
import { CordLoader } from "./cord-loader.tsx";
import { ACTIVE_FROM, formatStrength } from "./labels.ts";
import { StrandBars } from "./strand-bars.tsx";
import { StrandTable } from "./strand-table.tsx";

export interface CordCardProps {
  person: { userId: string; firstName: string };
}

const cardClass = "mt-6 rounded-lg px-4 py-3.5 edge-line empty:hidden";

/** "You and Priya" on a profile: the strength of the cord, and why it has it. */
export function CordCard({ person }: CordCardProps) {
  return (
    <div className={cardClass}>
      <CordLoader userId={person.userId}>{(cord) => <Content {...{ cord, person }} />}</CordLoader>
    </div>
  );
}

function CardTitle({ firstName, id }: { firstName: string; id: string }) {
  return (
    <h2 id={id} className="text-14 font-semibold">
      <Trans>
        You and <PersonName name={firstName} />
      </Trans>
    </h2>
  );
}

function Content({ cord, person }: { cord: Cord } & CordCardProps) {
  const heading = useId();
  const { totalStrength, isActive, disabled, threads, common } = cord;
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CardTitle id={heading} firstName={person.firstName} />
        {isActive && <Badge tone="brand">{t`Active`}</Badge>}
        {!disabled && (
          <span className="ms-auto flex items-center gap-3">
            <CordGlyph strength={totalStrength} width={104} height={12} />
            <span aria-hidden className="text-15 font-semibold tabular-nums">
              {formatStrength(totalStrength)}
            </span>
          </span>
        )}
      </div>
      <p className="mt-1 text-12 text-ink-3">{explanation(cord, person.firstName)}</p>
      {threads.length > 0 && (
        <div className="mt-3">
          <StrandBars strands={threads} explained />
          <StrandTable strands={threads} labelledBy={heading} />
        </div>
      )}
      {common.affiliations.length + common.communities.length > 0 && (
        <div className="mt-4 border-t border-line-soft pt-4">
          <CommonList common={common} />
        </div>
      )}
      <CordActions {...{ cord, person }} />
    </section>
  );
}

function explanation({ threads, isActive, disabled, reason }: Cord, firstName: string): string {
  if (disabled) return reason ?? t`Cords are turned off.`;
  if (threads.length === 0) {
    return t`No cord yet. It grows as you write to each other, reply, vouch and share communities.`;
  }
  return isActive
    ? t`Only you and ${firstName} see this.`
    : t`Not active: a cord is active from ${ACTIVE_FROM} on. Only you and ${firstName} see this.`;
}
