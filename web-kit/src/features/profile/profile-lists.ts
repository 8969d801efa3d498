import { providedPart } from "../../ui/provided-part.ts";

export interface PersonListProps {
  userId: string;
  /** True on the viewer's own profile. */
  self: boolean;
}

/** The posts of a person that the viewer may see. */
export const personPosts = providedPart<PersonListProps>();
/** The Insights of a person that the viewer may see. */
export const personInsights = providedPart<PersonListProps>();
