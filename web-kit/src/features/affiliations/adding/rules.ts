import { z } from "zod/mini";
import type { NewAffiliation } from "../../../api/types.ts";
import type { KeptAnswers } from "../../../forms/kept-answers.ts";
import { checkDescription, checked, checkTitle } from "../../communities/rules.ts";

/** What may be asked for, as far as it is told before it is sent. */
export const additionSchema = z.object({
  name: checked(checkTitle),
  description: checked(checkDescription),
  isPrivate: z.boolean(),
});

/** Nothing asked for yet. */
export const NOTHING: NewAffiliation = { name: "", description: "", isPrivate: false };

/** What is kept of it while it is written: words only. */
export function wordsIn({ name, description, isPrivate }: NewAffiliation): KeptAnswers {
  return { name, description, isPrivate: isPrivate ? "yes" : "" };
}

/** What was kept of it. */
export function additionIn({ name, description, isPrivate }: KeptAnswers): NewAffiliation {
  return { name: name ?? "", description: description ?? "", isPrivate: isPrivate === "yes" };
}
