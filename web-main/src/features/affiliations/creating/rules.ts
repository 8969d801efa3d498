import { z } from "zod/mini";
import {
  checkDescription,
  validatedText,
  checkTitle,
} from "@guildhall/web-kit/features/communities/rules.ts";
import { pageSchema } from "../editing/rules.ts";
import { checkWebsite } from "../staff-desk/rules.ts";

/** Client-side validation of a new affiliation. */
export const creationSchema = z.object({
  name: validatedText(checkTitle),
  description: validatedText(checkDescription),
  tagline: pageSchema.shape.tagline,
  website: validatedText(checkWebsite),
  isPrivate: z.boolean(),
  isVerified: z.boolean(),
  creatorEmail: z.string().check(z.trim()),
});

export type CreationValues = z.infer<typeof creationSchema>;

export const emptyCreation: CreationValues = {
  name: "",
  description: "",
  tagline: "",
  website: "",
  isPrivate: false,
  isVerified: false,
  creatorEmail: "",
};
