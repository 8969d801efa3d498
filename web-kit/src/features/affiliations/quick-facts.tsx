import { formatNumber } from "../../language/format.ts";
import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Affiliation } from "../../api/types.ts";
import { formatDate } from "../../ui/time.ts";
import { usePortalTarget } from "../transfer/use-sites.ts";

export function QuickFacts(props: { affiliation: Affiliation; className?: string }) {
  const { affiliation, className } = props;
  return (
    <section className={clsx("rounded-lg p-5 edge-line", className)}>
      <h2 className="text-14 font-semibold">{t`Quick Facts`}</h2>
      <dl className="mt-1.5 divide-y divide-line-soft">
        <Fact name={t`Created`}>{formatDate(affiliation.createdAt)}</Fact>
        <Fact name={t`Type`}>{affiliation.isPrivate ? t`Private` : t`Public`}</Fact>
        <Fact name={t`Total Members`}>{formatNumber(affiliation.memberCount)}</Fact>
        <PortalFact affiliation={affiliation} />
      </dl>
    </section>
  );
}

/**
 * The address of an open portal. It need not be a subdomain of the main site, so it is shown only
 * if the server returns it: to viewers who may open the portal.
 */
function PortalFact({ affiliation }: { affiliation: Affiliation }) {
  const { subdomainConfig: config, viewer } = affiliation;
  const isTheirs = viewer.isMember && config?.isActive === true;
  const portal = usePortalTarget(isTheirs ? config.subdomain : undefined);
  if (portal === undefined) return null;
  return (
    <Fact name={t`Portal`}>
      <a href={portal.url} className="link [overflow-wrap:anywhere]">
        {new URL(portal.url).host}
      </a>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2.5 text-13">
      <dt className="text-ink-3">{name}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  );
}
