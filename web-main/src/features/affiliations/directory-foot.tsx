import { Link } from "react-router";

/** Answers to newcomers' questions (F-018) that the rows do not give. */
const answers = [
  {
    question: "What is an affiliation?",
    answer: "A real body or a long-standing group that its members belong to outside this network.",
  },
  {
    question: "Who decides if I may join?",
    answer:
      "The affiliation: its admins, or our staff for them, read your answers. It vouches for you then.",
  },
  {
    question: "Can I hide one?",
    answer: "Yes. A hidden one shows on your profile to you and to our staff alone.",
  },
  {
    question: "Why is one marked private?",
    answer: "Only those who belong to it find it here. You join by invitation.",
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
        <h2 id="about-affiliations" className="text-18 font-semibold">
          About Affiliations
        </h2>
        <p className="mt-1 text-14 text-ink-2">
          Something missing?{" "}
          <Link to="/affiliations/new" className="link">
            Ask us to add it
          </Link>
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
