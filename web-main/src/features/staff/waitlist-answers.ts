import { t } from "@lingui/core/macro";

/** The answers that the waitlist form offers, as within a list. */
const ANSWER_LABELS: Readonly<Record<string, string>> = {
  "explainer video": t`explainer video`,
  "word of mouth": t`word of mouth`,
  "social media": t`social media`,
  "article or blog": t`article or blog`,
  alumni: t`alumni`,
  professional: t({ message: "professional", context: "circle" }),
  faith: t({ message: "faith", context: "circle" }),
  diaspora: t({ message: "diaspora", context: "circle" }),
  unions: t({ message: "unions", context: "circle" }),
  local: t({ message: "local", context: "circle" }),
  "institutional email": t`institutional email`,
  "document or ID upload": t`document or ID upload`,
  "social or LinkedIn profile": t`social or LinkedIn profile`,
  "endorsement by a verified member": t`endorsement by a verified member`,
  "not sure": t`not sure`,
  yes: t({ message: "yes", context: "answer" }),
  maybe: t({ message: "maybe", context: "answer" }),
  "not now": t({ message: "not now", context: "answer" }),
  no: t({ message: "no", context: "answer" }),
};

/** The label of an offered answer; a text that the person typed stays as it is. */
export function answerLabel<Answer extends string | null>(answer: Answer): string | Answer {
  return answer === null ? answer : (ANSWER_LABELS[answer] ?? answer);
}
