import { t } from "@lingui/core/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import type { ComponentType } from "react";
import { useParams } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { AffiliationBanner } from "./affiliation-banner.tsx";
import { AffiliationHead } from "./affiliation-head.tsx";
import { LatestInsight } from "./latest-insight.tsx";
import { MemberList } from "./member-list.tsx";
import { PrivateAffiliation } from "./private-affiliation.tsx";
import { affiliationPageQuery } from "./queries.ts";
import { QuickFacts } from "./quick-facts.tsx";
import { share } from "../../shell/share.ts";
import { mayDo } from "./permissions.ts";
import { UnknownAffiliation } from "./unknown-affiliation.tsx";
import { useRemovedAffiliation } from "./use-removed-affiliation.ts";
import { VisibleCommunities } from "./visible-communities.tsx";

/** Parts for admins and staff that only the main site has. */
export interface AdminParts {
  EditCard: ComponentType<{ affiliation: Affiliation }>;
  HandoverNote: ComponentType<{ affiliation: Affiliation }>;
}

export function AffiliationScreen({ adminParts }: { adminParts: AdminParts | undefined }) {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationPageQuery(idOrPath));
  const { mode } = useBoot();
  useRemovedAffiliation(affiliation);
  const back = mode === "main" ? "/affiliations" : "/";
  if (affiliation === "private") return <PrivateAffiliation back={back} />;
  if (affiliation === null) return <UnknownAffiliation back={back} />;
  const { EditCard, HandoverNote } = adminParts ?? {};
  return (
    <ReadingPage
      title={t`Affiliation`}
      back={back}
      actions={
        <IconButton
          label={t`Share`}
          size="touch"
          icon={<Share2 size={20} />}
          onClick={() => void share(affiliation.name)}
        />
      }
      banner={<AffiliationBanner affiliation={affiliation} />}
    >
      <Title>{affiliation.name}</Title>
      <AffiliationHead affiliation={affiliation} />
      {HandoverNote !== undefined && affiliation.viewer.handoverOffered && (
        <div className="mt-5 max-w-[66ch]">
          <HandoverNote affiliation={affiliation} />
        </div>
      )}
      <div className="mt-8 grid gap-10 lg:grid-cols-[1fr_320px]">
        <div>
          <section>
            <h2 className="text-16 font-semibold">{t`About This Affiliation`}</h2>
            <p className="mt-2 max-w-[66ch] text-15 whitespace-pre-line text-ink-2">
              {affiliation.description || t`No description available.`}
            </p>
          </section>
          <LatestInsight affiliation={affiliation} />
          <VisibleCommunities affiliation={affiliation} />
          <MemberList affiliation={affiliation} />
        </div>
        <aside className="flex flex-col gap-4">
          <QuickFacts affiliation={affiliation} />
          {EditCard !== undefined && mayDo(affiliation, "manage-page", "edit-look") && (
            <EditCard affiliation={affiliation} />
          )}
        </aside>
      </div>
    </ReadingPage>
  );
}
