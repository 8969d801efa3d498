import { t } from "@lingui/core/macro";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { useForm } from "react-hook-form";
import { useLocation, useParams } from "react-router";
import { errorMessage } from "../../../api/problem.ts";
import type { Affiliation } from "../../../api/types.ts";
import { BackLink } from "../../../shell/back-link.tsx";
import { useBoot } from "../../../shell/app.ts";
import { BrandLockup } from "../../../shell/brand-lockup.tsx";
import { ReadingPage } from "../../../shell/reading-page.tsx";
import { Title } from "../../../shell/title.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { affiliationPath } from "../affiliation-badge.tsx";
import { FormHead } from "../application/application-form.tsx";
import { FormSkeleton } from "../application/form-skeleton.tsx";
import { questionnaireQuery } from "../application/queries.ts";
import { Questions } from "../application/questions.tsx";
import type { Fields } from "../application/use-application.ts";
import { hasAdminArea } from "../permissions.ts";
import { affiliationQuery } from "../queries.ts";
import { UnknownAffiliation } from "../unknown-affiliation.tsx";
import { FactList } from "../../../ui/fact-list.tsx";
import { mainDestination, switchTo } from "../../transfer/switching.ts";

/**
 * The admin area on a portal: a read-only preview of the published brand and of the application
 * form. Everything is edited on the main site (P-16).
 */
export function ReadOnlyScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  // Other viewers get "not found", as on the main site.
  if (affiliation === null || !(affiliation.viewer.isAdmin || hasAdminArea(affiliation))) {
    return <UnknownAffiliation back="/" />;
  }
  return <ReadOnly affiliation={affiliation} />;
}

function ReadOnly({ affiliation }: { affiliation: Affiliation }) {
  const { brand } = useBoot();
  const { pathname, search } = useLocation();
  const { name, tagline, description, isPrivate } = affiliation;
  const home = affiliationPath(affiliation);
  return (
    <ReadingPage title={t`Manage`} width="narrow" back={home}>
      <Title>{t`Manage ${name}`}</Title>
      <BackLink to={home} className="mb-3">
        {name}
      </BackLink>
      <h1 className="display text-24 max-md:sr-only md:text-30">{t`Manage ${name}`}</h1>
      <Note tone="info" className="mt-4">
        <strong className="block font-semibold">{t`This page is read-only`}</strong>
        {t`The page, the questionnaire, the portal and its brand are edited on ${{ site: mainDestination.name }}.`}
        <div className="mt-2">
          <Button
            variant="primary"
            icon={<ArrowUpRight size={15} aria-hidden className="rtl:-scale-x-100" />}
            onClick={() => void switchTo(mainDestination, pathname + search)}
          >
            {t`Manage on ${{ site: mainDestination.name }}`}
          </Button>
        </div>
      </Note>
      <section aria-labelledby="published-brand" className="mt-8">
        <h2 id="published-brand" className="text-16 font-semibold">{t`Published brand`}</h2>
        <div className="mt-3 flex h-14 items-center rounded-lg bg-bar px-4 text-bar-ink edge-line">
          <BrandLockup size={24} className="text-[0.9375rem]" />
        </div>
        <div className="mt-4">
          <FactList
            facts={[
              [t`Brand name`, brand.name],
              [t`Name`, name],
              [t`Tagline`, tagline ?? t`None`],
              [t`Description`, description === "" ? t`None` : description],
              [t`Type`, isPrivate ? t`Private` : t`Public`],
            ]}
          />
        </div>
      </section>
      <FormPreview affiliation={affiliation} />
    </ReadingPage>
  );
}

/** The application form as applicants see it here; it cannot be filled in. */
function FormPreview({ affiliation }: { affiliation: Affiliation }) {
  const { data, error, refetch } = useQuery(questionnaireQuery(affiliation.id));
  const form = useForm<Fields>();
  return (
    <section aria-labelledby="form-preview" className="mt-8">
      <h2 id="form-preview" className="text-16 font-semibold">{t`Preview (Whitelabel)`}</h2>
      {data !== undefined ? (
        <div inert className="mt-3 flex flex-col gap-6 rounded-lg px-5 py-6 edge-line">
          <div>
            <FormHead questionnaire={data} />
          </div>
          <Questions questionnaire={data} form={form} />
        </div>
      ) : error === null ? (
        <FormSkeleton />
      ) : (
        <ErrorState
          className="py-10"
          title={errorMessage(error, t`Failed to load affiliation data`)}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
