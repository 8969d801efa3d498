import { z } from "zod/mini";
import type { NewAffiliation } from "@guildhall/web-kit/api/types.ts";
import type { KeptAnswers } from "@guildhall/web-kit/forms/kept-answers.ts";
import {
  checkDescription,
  checked,
  checkTitle,
} from "@guildhall/web-kit/features/communities/rules.ts";

/** Client-side validation of a request for a new affiliation. */
export const additionSchema = z.object({
  name: checked(checkTitle),
  description: checked(checkDescription),
  isPrivate: z.boolean(),
});

/** Empty form values. */
export const NOTHING: NewAffiliation = { name: "", description: "", isPrivate: false };

/** The form values as a stored draft. */
export function wordsIn({ name, description, isPrivate }: NewAffiliation): KeptAnswers {
  return { name, description, isPrivate: isPrivate ? "yes" : "" };
}

/** Form values from a stored draft. */
export function additionIn({ name, description, isPrivate }: KeptAnswers): NewAffiliation {
  return { name: name ?? "", description: description ?? "", isPrivate: isPrivate === "yes" };
}
