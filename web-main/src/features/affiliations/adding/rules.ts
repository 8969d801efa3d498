import { z } from "zod/mini";
import type { NewAffiliation } from "@guildhall/web-kit/api/types.ts";
import type { DraftAnswers } from "@guildhall/web-kit/forms/draft-answers.ts";
import {
  checkDescription,
  validatedText,
  checkTitle,
} from "@guildhall/web-kit/features/communities/rules.ts";

/** Client-side validation of a request for a new affiliation. */
export const additionSchema = z.object({
  name: validatedText(checkTitle),
  description: validatedText(checkDescription),
  isPrivate: z.boolean(),
});

/** Empty form values. */
export const EMPTY_ADDITION: NewAffiliation = { name: "", description: "", isPrivate: false };

/** The form values as a stored draft. */
export function toDraftAnswers({ name, description, isPrivate }: NewAffiliation): DraftAnswers {
  return { name, description, isPrivate: isPrivate ? "yes" : "" };
}

/** Form values from a stored draft. */
export function fromDraftAnswers({ name, description, isPrivate }: DraftAnswers): NewAffiliation {
  return { name: name ?? "", description: description ?? "", isPrivate: isPrivate === "yes" };
}
