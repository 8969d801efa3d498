import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";

/** Answers to newcomers' questions (F-018) that the rows do not give. */
const answers = [
  {
    question: t`What is an affiliation?`,
    answer: t`An organisation or long-standing group whose members also belong to it outside this network.`,
  },
  {
    question: t`Who decides whether I can join?`,
    answer: t`The admins of the affiliation, or our staff on their behalf, review your answers. Once you are accepted, the affiliation vouches for you.`,
  },
  {
    question: t`Can I hide an affiliation?`,
    answer: t`Yes. Only you and our staff can see a hidden affiliation on your profile.`,
  },
  {
    question: t`Why are some affiliations private?`,
    answer: t`Only their members can find them here. You can join by invitation.`,
  },
];

/** An explanation of affiliations, and the link for requesting a missing one, below the list. */
export function DirectoryFoot() {
  return (
    <section
      aria-labelledby="about-affiliations"
      className="mt-10 grid gap-x-12 gap-y-5 border-t border-line pt-8 md:grid-cols-[3fr_7fr]"
    >
      <div>
        <h2 id="about-affiliations" className="text-18 font-semibold">{t`About Affiliations`}</h2>
        <p className="mt-1 text-14 text-ink-2">
          <Trans>
            Something missing?{" "}
            <Link to="/affiliations/new" className="link">
              Ask us to add it
            </Link>
          </Trans>
        </p>
      </div>
      <dl className="grid gap-x-12 gap-y-6 md:grid-cols-2">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="text-14 font-semibold">{question}</dt>
            <dd className="mt-1 text-14 text-ink-2">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
