import { t } from "@lingui/core/macro";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { FormSkeleton } from "@guildhall/web-kit/features/affiliations/application/form-skeleton.tsx";
import { FormPreview } from "./form-preview.tsx";
import { type PreviewSite, useSiteLooks } from "./use-site-looks.ts";
import { LoadFailure, WithSettings } from "./with-settings.tsx";

/** The questionnaire and the brand are loaded when the dialog opens. */
export function PreviewDialog(props: {
  affiliation: Affiliation;
  site: PreviewSite;
  onClose: () => void;
}) {
  const { affiliation, site, onClose } = props;
  const looks = useSiteLooks(affiliation, site);
  const name = looks.data?.boot.brand.name;
  return (
    <Dialog
      open
      title={site === "main" ? t`Preview (Main)` : t`Preview (Whitelabel)`}
      description={
        name === undefined
          ? t`The saved questionnaire, as applicants see it.`
          : t`The saved questionnaire, as applicants see it on ${name}.`
      }
      className="md:w-[min(64rem,calc(100vw-2rem))]!"
      onOpenChange={onClose}
    >
      <QueryContent
        query={looks}
        skeleton={<FormSkeleton />}
        renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
      >
        {(shown) =>
          shown === null ? (
            <p className="pb-6 text-14 text-ink-2">{t`The portal no longer exists.`}</p>
          ) : (
            <WithSettings affiliation={affiliation}>
              {({ questionnaire }) => <FormPreview looks={shown} questionnaire={questionnaire} />}
            </WithSettings>
          )
        }
      </QueryContent>
    </Dialog>
  );
}
