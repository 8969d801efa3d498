import { t } from "@lingui/core/macro";
import { useManage } from "./manage-context.ts";
import { QuestionnaireEditor } from "../questionnaire/questionnaire-editor.tsx";
import { WithSettings } from "../questionnaire/with-settings.tsx";

/** The questions for applicants (F-045, F-046). */
export function QuestionnaireTab() {
  const { affiliation } = useManage();
  return (
    <div className="px-4 pt-5 pb-10 md:px-6">
      <h2 className="text-16 font-semibold">{t`Questionnaire`}</h2>
      <p className="mt-1 mb-5 max-w-[66ch] text-14 text-ink-2">{t`The questions that ${{ affiliation: affiliation.name }} asks applicants.`}</p>
      <WithSettings affiliation={affiliation}>
        {(settings) => (
          <QuestionnaireEditor
            {...{ affiliation, settings }}
            hasPortal={affiliation.viewer.runsPortal}
          />
        )}
      </WithSettings>
    </div>
  );
}
