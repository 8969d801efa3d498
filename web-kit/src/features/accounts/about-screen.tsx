import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { FootLinks } from "../../auth-layouts/foot-links.tsx";
import { BrandBanner } from "../../auth-layouts/brand-picture.tsx";
import { Banner } from "../../ui/engraving.tsx";

/**
 * The About page: describes the affiliation on a portal, and the network itself on the main site.
 */
export function AboutScreen() {
  const { portal, brand, mainOrigin } = useBoot();
  return (
    <ReadingPage
      title={t`About`}
      width="narrow"
      banner={portal === null ? <Banner picture="oculus" /> : <BrandBanner brand={brand} />}
    >
      <Title>{t`About`}</Title>
      <h1 className="display text-24 md:text-30">{t`About ${{ site: brand.name }}`}</h1>
      {portal === null ? <Network /> : <PortalDescription mainOrigin={mainOrigin} />}
      <FootLinks className="mt-10 text-ink-3" />
    </ReadingPage>
  );
}

function Network() {
  return (
    <div className="mt-3 flex max-w-[62ch] flex-col gap-4 text-15 text-ink-2">
      <p>{t`Guildhall is a members-only network for people who already belong somewhere: a college, a profession, a union, a faith, a neighbourhood.`}</p>
      <p>{t`Every member was invited, and the affiliations they belong to vouch for them. The tick next to a name stands for this.`}</p>
      <p>
        <Trans>
          Members talk in communities and trust circles. What they write there stays there. Some{" "}
          <Link to="/affiliations" className="link">
            affiliations
          </Link>{" "}
          also keep a portal of their own, with their own name and colours, for the same people and
          the same communities.
        </Trans>
      </p>
    </div>
  );
}

function PortalDescription({ mainOrigin }: { mainOrigin: string }) {
  const { portal } = useBoot();
  return (
    <div className="mt-3 flex max-w-[62ch] flex-col gap-4 text-15 text-ink-2">
      <p>{t`This is the members’ portal of ${{ affiliation: portal?.affiliationName ?? "" }}. Its communities are open to its members only.`}</p>
      <p>
        <Trans>
          It runs on{" "}
          <a href={mainOrigin} className="link">
            Guildhall
          </a>
          , a network of verified affiliations. One account works on every site you are a member of.
        </Trans>
      </p>
    </div>
  );
}
