import type { Person } from "../../api/types.ts";
import { providedPart } from "../../ui/provided-part.ts";
import type { CardOpener, OpenedCard } from "./use-card-opener.ts";

/** The person of a card, as far as lists know them. */
export type CardPerson = Pick<
  Person,
  | "userId"
  | "displayName"
  | "firstName"
  | "handle"
  | "profilePicture"
  | "isVerified"
  | "affiliationName"
  | "affiliations"
>;

export interface PersonCardProps {
  person: CardPerson;
  opened: OpenedCard;
  hover: CardOpener["hover"];
  onClose: () => void;
}

/** The card itself, which the profile provides. */
export const personCard = providedPart<PersonCardProps>();
