import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { ArrowUpRight, Share2 } from "lucide-react";
import type { Affiliation } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Hallmark, VerifiedTick } from "../../ui/mark.tsx";
import { roundCount } from "../../ui/short-count.ts";
import { formatDate } from "../../ui/time.ts";
import { useMe } from "../accounts/queries.ts";
import { switchTo } from "../transfer/switching.ts";
import { usePortalSwitch } from "../transfer/use-sites.ts";
import { AffiliationBadge } from "./affiliation-badge.tsx";
import { affiliationBrand } from "./brand.ts";
import { DeclinedNote, RequestStatus } from "./application/request-status.tsx";
import { ManageLinks } from "./manage-links.tsx";
import { MembershipMenu } from "./membership-menu.tsx";
import { share } from "../../shell/share.ts";
import { ShortUrl } from "./short-url.tsx";
import { Website } from "./website.tsx";

export function AffiliationHead({ affiliation }: { affiliation: Affiliation }) {
  const { mode } = useBoot();
  return (
    <>
      {/* In reading order the name comes before the buttons; a wide screen shows them on top. */}
      <div className="grid md:grid-cols-[auto_1fr] md:items-end md:gap-x-4">
        <span className="relative -mt-12 w-fit bg-surface p-1 hallmark-clip md:-mt-16">
          <Hallmark
            name={affiliation.name}
            {...affiliationBrand(affiliation)}
            size={96}
            // On its own portal the affiliation has the portal's brand.
            tinted={mode === "main"}
          />
        </span>
        <div className="min-w-0 md:col-span-2 md:row-start-2">
          <NameBlock affiliation={affiliation} />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2 max-md:*:flex-1 md:col-start-2 md:row-start-1 md:mt-0 md:justify-end md:pb-1">
          <MembershipState affiliation={affiliation} />
          <ManageLinks affiliation={affiliation} />
          <Button
            className="max-md:hidden"
            icon={<Share2 size={15} aria-hidden />}
            onClick={() => void share(affiliation.name)}
          >{t`Share`}</Button>
          {affiliation.viewer.isMember && <MembershipMenu affiliation={affiliation} />}
        </div>
      </div>
      <DeclinedNote affiliation={affiliation} className="mt-5 max-w-[66ch]" />
    </>
  );
}

/** The name, the tagline and the facts below the logo (F-026). */
function NameBlock({ affiliation }: { affiliation: Affiliation }) {
  return (
    <>
      <h1 className="display mt-4 text-24 wrap-anywhere md:text-30">
        <bdi>{affiliation.name}</bdi> {affiliation.verified && <VerifiedTick size={20} />}
      </h1>
      {affiliation.tagline && <p className="mt-1 text-16 text-ink-2">{affiliation.tagline}</p>}
      <p className="mt-2.5 flex flex-wrap items-center text-13 text-ink-3">
        <AffiliationBadge isPrivate={affiliation.isPrivate} />
        <span className="meta-dot">
          <MemberCount count={affiliation.memberCount} />
        </span>
        <span className="meta-dot">{t`Created ${{ date: formatDate(affiliation.createdAt) }}`}</span>
        <ShortUrl affiliation={affiliation} />
        {affiliation.website !== null && <Website href={affiliation.website} />}
      </p>
    </>
  );
}

function MemberCount({ count }: { count: number }) {
  const short = <strong className="font-medium text-ink">{roundCount(count)}</strong>;
  return (
    <Plural
      value={count}
      one={<Trans>{short} member</Trans>}
      other={<Trans>{short} members</Trans>}
    />
  );
}

/** A link to a portal whose brand is not loaded yet. */
const plainAddress = ({ brandName, subdomain }: { brandName: string; subdomain: string }) => ({
  name: brandName,
  looks: null,
  target: { subdomain },
});

/** The viewer's next step: to the portal for members, to the application for everyone else. */
function MembershipState({ affiliation }: { affiliation: Affiliation }) {
  const me = useMe();
  const { mode } = useBoot();
  const config = affiliation.subdomainConfig;
  const open = usePortalSwitch(affiliation.viewer.isMember ? config?.subdomain : undefined);
  if (me === null) {
    return affiliation.isPrivate ? null : (
      <ButtonLink to="/login" variant="primary">{t`Sign up to Join`}</ButtonLink>
    );
  }
  if (affiliation.viewer.isMember) {
    if (mode !== "main" || !config?.isActive) return null;
    return (
      <Button
        variant="primary"
        icon={<ArrowUpRight size={15} aria-hidden className="rtl:-scale-x-100" />}
        onClick={open ?? (() => void switchTo(plainAddress(config)))}
      >{t`Open ${{ name: config.brandName }} Portal`}</Button>
    );
  }
  return <RequestStatus affiliation={affiliation} />;
}
