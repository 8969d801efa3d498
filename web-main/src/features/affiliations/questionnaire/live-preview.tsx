import { t } from "@lingui/core/macro";
import { useDeferredValue, useState } from "react";
import type { Affiliation, Questionnaire } from "@guildhall/web-kit/api/types.ts";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { FormSkeleton } from "@guildhall/web-kit/features/affiliations/application/form-skeleton.tsx";
import { type FormDraft, toQuestionnaire } from "./form-draft.ts";
import { FormPreview } from "./form-preview.tsx";
import { type PreviewSite, useSiteLooks } from "./use-site-looks.ts";
import { LoadFailure } from "./with-settings.tsx";

const sites = [
  { value: "main", label: t`Preview (Main)` },
  { value: "whitelabel", label: t`Preview (Whitelabel)` },
] as const;

/** The unsaved form as applicants will see it, on the main site or on the portal (F-046). */
export function LivePreview(props: {
  affiliation: Affiliation;
  draft: FormDraft | null;
  hasPortal: boolean;
}) {
  const { affiliation, draft, hasPortal } = props;
  const [site, setSite] = useState<PreviewSite>("main");
  // Typing stays fast while the preview follows.
  const shown = useDeferredValue(draft);
  return (
    <section aria-label={t`Preview`} className="flex min-w-0 flex-col gap-3">
      {hasPortal ? (
        <Segments label={t`Site`} segments={sites} value={site} onChange={setSite} />
      ) : (
        <h2 className="text-15 font-semibold">{sites[0].label}</h2>
      )}
      {shown === null ? (
        <p className="text-13 text-ink-2">{t`The preview appears as soon as the JSON is a questionnaire.`}</p>
      ) : (
        <SitePreview {...{ affiliation, site }} questionnaire={withLabels(shown)} />
      )}
    </section>
  );
}

function SitePreview(props: {
  affiliation: Affiliation;
  site: PreviewSite;
  questionnaire: Questionnaire;
}) {
  const { affiliation, site, questionnaire } = props;
  return (
    <QueryContent
      query={useSiteLooks(affiliation, site)}
      skeleton={<FormSkeleton />}
      renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
    >
      {(looks) =>
        looks === null ? (
          <p className="text-13 text-ink-2">{t`The portal no longer exists.`}</p>
        ) : (
          <FormPreview looks={looks} questionnaire={questionnaire} device="phone" />
        )
      }
    </QueryContent>
  );
}

/** Questions without a text yet have one in the preview. */
function withLabels(draft: FormDraft): Questionnaire {
  const questionnaire = toQuestionnaire(draft);
  return {
    ...questionnaire,
    questions: questionnaire.questions.map((question) => ({
      ...question,
      label: question.label.trim() === "" ? t`Untitled question` : question.label,
    })),
  };
}
