import { t } from "@lingui/core/macro";
import type { EventAnnouncement, EventAnswer } from "../../../api/types.ts";
import { formatList } from "../../../language/format.ts";
import { roundCount } from "../../../ui/short-count.ts";

/** The answers in their order on the page. */
export const ANSWERS = ["yes", "maybe", "no"] as const satisfies readonly EventAnswer[];

export const ANSWER_LABELS: Record<EventAnswer, string> = {
  yes: t({ message: "Yes", context: "answer to an event" }),
  maybe: t({ message: "Maybe", context: "answer to an event" }),
  no: t({ message: "No", context: "answer to an event" }),
};

/** "12 yes, 3 maybe, 1 no", for an event that takes no more answers. */
export function answerCountsLabel({ answers }: EventAnnouncement): string {
  const yes = roundCount(answers.yes);
  const maybe = roundCount(answers.maybe);
  const no = roundCount(answers.no);
  return formatList([t`${yes} yes`, t`${maybe} maybe`, t`${no} no`], "unit");
}

/** The viewer's own answer to an event that takes no more answers. */
export const OWN_ANSWER_LABELS: Record<EventAnswer, string> = {
  yes: t`You answered yes`,
  maybe: t`You answered maybe`,
  no: t`You answered no`,
};
