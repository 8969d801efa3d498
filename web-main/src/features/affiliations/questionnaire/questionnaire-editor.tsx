import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { Affiliation, QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { FormAlert, Note } from "@guildhall/web-kit/ui/note.tsx";
import { Tab, TabList, TabPanel, Tabs } from "@guildhall/web-kit/ui/tabs.tsx";
import { LeaveGuard } from "@guildhall/web-kit/forms/leave-guard.tsx";
import { FormBuilder } from "./form-builder.tsx";
import { toJson } from "./form-draft.ts";
import { type FormErrors, formErrors, isValid } from "./form-rules.ts";
import { JsonField } from "./json-field.tsx";
import { LivePreview } from "./live-preview.tsx";
import { useFormDraft } from "./use-form-draft.ts";
import { useSave } from "./use-save.ts";

const NO_ERRORS: FormErrors = { questions: {} };

/** Edits the form for applicants with a form builder or as JSON, next to a live preview. */
export function QuestionnaireEditor(props: {
  affiliation: Affiliation;
  settings: QuestionnaireSettings;
  hasPortal: boolean;
}) {
  const { affiliation, settings, hasPortal } = props;
  const { stored, problem, templates } = settings;
  const draft = useFormDraft(settings);
  const { save, failure, clear } = useSave(affiliation, draft.restart);
  // Errors of fields appear after the first attempt to save.
  const [isChecked, setChecked] = useState(false);
  const errors = isChecked && draft.form !== null ? formErrors(draft.form) : NO_ERRORS;
  const [chosen, change] = useSearchParamFields({ view: "" });
  const isJson = chosen.view === "json" || (chosen.view === "" && problem !== null);
  const begin = (json: string) => {
    clear();
    setChecked(false);
    draft.setJson(json);
  };
  const submit = () => {
    setChecked(true);
    // The JSON is validated by the server, whose messages name the place of the error.
    if (!isJson && draft.form !== null && !isValid(formErrors(draft.form))) return;
    save.mutate(draft.json);
  };
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_440px]">
      <form
        noValidate
        className="flex min-w-0 max-w-[760px] flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <StateNote settings={settings} />
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-1.5 text-13 font-strong">{t`Start from`}</legend>
          {templates.map((template) => (
            <Button key={template.name} onClick={() => begin(toJson(template.questionnaire))}>
              {template.name}
            </Button>
          ))}
        </fieldset>
        <Tabs value={isJson ? "json" : "builder"} onValueChange={(view) => change({ view })}>
          <TabList aria-label={t`Edit the questionnaire`}>
            <Tab value="builder">{t`Form builder`}</Tab>
            <Tab value="json">JSON</Tab>
          </TabList>
          <TabPanel value="builder" className="pt-5">
            {draft.form === null ? (
              <Note tone="warning">{t`The JSON is not a questionnaire, so it cannot be shown as a form. Correct it in the JSON tab, or start from one of the templates.`}</Note>
            ) : (
              <FormBuilder draft={draft.form} errors={errors} onChange={draft.setForm} />
            )}
          </TabPanel>
          <TabPanel value="json" className="pt-5">
            <JsonField
              value={draft.json}
              error={failure.field}
              onChange={(text) => {
                clear();
                draft.setJson(text);
              }}
            />
          </TabPanel>
        </Tabs>
        <LeaveGuard dirty={draft.isChanged} />
        <FormAlert>
          {failure.form ?? (isJson ? undefined : (failure.field ?? summaryOf(errors)))}
        </FormAlert>
        <div className="flex flex-wrap gap-2 max-md:flex-col">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={save.isPending}
            disabled={!draft.isChanged && stored !== null}
          >{t`Save`}</Button>
          {stored !== null && (
            <Button
              size="lg"
              busy={save.isPending}
              onClick={() => save.mutate(null)}
            >{t`Use the default questions`}</Button>
          )}
        </div>
      </form>
      <LivePreview {...{ affiliation, hasPortal }} draft={draft.form} />
    </div>
  );
}

/** Says which questions applicants see now. */
function StateNote({ settings: { stored, problem } }: { settings: QuestionnaireSettings }) {
  if (problem !== null) {
    return (
      <Note tone="warning">
        <Trans>
          <strong className="block font-semibold">The default questions are used meanwhile</strong>
          The stored questionnaire is invalid. {problem}
        </Trans>
      </Note>
    );
  }
  if (stored !== null) return null;
  return <Note>{t`The default questions are in use. You can edit them below.`}</Note>;
}

function summaryOf(errors: FormErrors): string | null {
  if (errors.form !== undefined) return errors.form;
  return isValid(errors) ? null : t`Please correct the marked fields.`;
}
