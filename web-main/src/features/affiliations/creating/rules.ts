import { z } from "zod/mini";
import {
  checkDescription,
  validatedText,
  checkTitle,
} from "@guildhall/web-kit/features/communities/rules.ts";

/** Client-side validation of a new affiliation. */
export const creationSchema = z.object({
  name: validatedText(checkTitle),
  description: validatedText(checkDescription),
  isPrivate: z.boolean(),
  creatorEmail: z.string().check(z.trim()),
});

export type CreationValues = z.infer<typeof creationSchema>;

export const emptyCreation: CreationValues = {
  name: "",
  description: "",
  isPrivate: false,
  creatorEmail: "",
};
