import { FileText, type LucideIcon, MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import type { SearchItem } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { CommunitySign } from "../communities/community-sign.tsx";
import { counted } from "../communities/words.ts";
import { Marked } from "./marked.tsx";
import type { Result } from "./results.ts";

const SIGN_SIZE = 28;

export interface ResultWordsProps {
  what: Result["what"];
  words: readonly string[];
}

/** A result in one line, according to its kind. */
export function ResultWords({ what, words }: ResultWordsProps) {
  const marked = (text: string) => <Marked text={text} words={words} />;
  switch (what.type) {
    case "person":
      return <PersonWords person={what.person} marked={marked} />;
    case "community":
      return (
        <Line
          sign={<CommunitySign community={{ ...what, groupType: "community" }} size={SIGN_SIZE} />}
          name={marked(what.name)}
          about={marked(what.excerpt)}
          end={counted(what.memberCount, "member", "members")}
        />
      );
    case "post":
      return (
        <Line
          sign={<Sign icon={MessagesSquare} />}
          name={marked(what.threadCaption)}
          about={<Said {...what} marked={marked} />}
          end={<RelativeTime time={what.created} style="short" />}
        />
      );
    case "article":
      return (
        <Line
          sign={<Sign icon={FileText} />}
          name={marked(what.title)}
          about={<Said {...what} marked={marked} />}
          end={<RelativeTime time={what.created} style="short" />}
        />
      );
    case "place":
      return <Line sign={<Sign icon={what.place.icon} />} name={marked(what.place.label)} />;
  }
}

type Mark = (text: string) => ReactNode;
type FoundPerson = Extract<SearchItem, { type: "person" }>["person"];

function PersonWords({ person, marked }: { person: FoundPerson; marked: Mark }) {
  const { displayName, profilePicture, handle, isVerified, affiliationName } = person;
  return (
    <Line
      sign={<Avatar name={displayName} src={profilePicture} size={SIGN_SIZE} />}
      name={
        <>
          {marked(displayName)} {isVerified && <VerifiedTick size={13} />}
        </>
      }
      about={
        <>
          {handle !== null && marked(`@${handle}`)} {affiliationName}
        </>
      }
      end="Open profile"
    />
  );
}

/** Community, author and matching text. */
function Said(props: {
  communityName: string;
  author: { displayName: string };
  excerpt: string;
  marked: Mark;
}) {
  return (
    <>
      {props.author.displayName}: {props.marked(props.excerpt)}
      <span className="meta-dot">{props.communityName}</span>
    </>
  );
}

function Line(props: { sign: ReactNode; name: ReactNode; about?: ReactNode; end?: ReactNode }) {
  return (
    <>
      {props.sign}
      <span className="flex min-w-0 flex-1 items-baseline gap-2" dir="auto">
        <span className="max-w-[75%] shrink-0 truncate text-14 font-medium max-md:text-15">
          {props.name}
        </span>
        <span className="truncate text-13 text-ink-3">{props.about}</span>
      </span>
      <span className="shrink-0 text-12 text-ink-3 tabular-nums max-md:hidden">{props.end}</span>
    </>
  );
}

function Sign({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-7 shrink-0 place-items-center text-ink-3">
      <Icon size={17} aria-hidden />
    </span>
  );
}
