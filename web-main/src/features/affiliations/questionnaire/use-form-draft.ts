import { useState } from "react";
import type { QuestionnaireSettings } from "@guildhall/web-kit/api/types.ts";
import { type FormDraft, readDraft, toJson, toQuestionnaire } from "./form-draft.ts";

interface DraftState {
  /** The JSON that is saved. */
  json: string;
  /** The same as a form; null while the JSON is not a questionnaire. */
  form: FormDraft | null;
}

/** The stored text, or the questionnaire in use. */
const storedJson = ({ stored, questionnaire }: QuestionnaireSettings) =>
  stored ?? toJson(questionnaire);

/** The edited questionnaire, as JSON and as a form that always agree. */
export function useFormDraft(settings: QuestionnaireSettings) {
  const [saved, setSaved] = useState(storedJson(settings));
  const [{ json, form }, setState] = useState<DraftState>(() => draftOf(saved));
  return {
    json,
    form,
    isChanged: json !== saved,
    setJson: (text: string) => setState(draftOf(text)),
    setForm: (next: FormDraft) => setState({ json: toJson(toQuestionnaire(next)), form: next }),
    /** Continues from what the server stored. */
    restart: (next: QuestionnaireSettings) => {
      setSaved(storedJson(next));
      setState(draftOf(storedJson(next)));
    },
  };
}

const draftOf = (json: string): DraftState => ({ json, form: readDraft(json) });
