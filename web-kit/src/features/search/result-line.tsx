import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  FileText,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  User,
  UsersRound,
} from "lucide-react";
import type { ReactNode } from "react";
import type { SearchItem } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { memberCountLabel } from "../communities/labels.ts";
import { HighlightedText } from "../../ui/highlighted-text.tsx";
import type { RecentPlace } from "../../recovery/recent-places.ts";
import type { Result } from "./results.ts";

const SIGN_SIZE = 28;

export interface ResultLineProps {
  what: Result["what"];
  words: readonly string[];
}

/** A result in one line, according to its kind. */
export function ResultLine({ what, words }: ResultLineProps) {
  const marked = (text: string) => <HighlightedText text={text} words={words} />;
  switch (what.type) {
    case "person":
      return <PersonText person={what.person} marked={marked} />;
    case "community":
      return (
        <Line
          sign={<CommunityIcon community={{ ...what, groupType: "community" }} size={SIGN_SIZE} />}
          name={marked(what.name)}
          about={marked(what.excerpt)}
          end={memberCountLabel(what)}
        />
      );
    case "post":
      return (
        <Line
          sign={<Sign icon={MessagesSquare} />}
          name={marked(what.threadCaption)}
          about={<QuotedText {...what} marked={marked} />}
          end={<RelativeTime time={what.created} style="short" />}
        />
      );
    case "article":
      return (
        <Line
          sign={<Sign icon={FileText} />}
          name={marked(what.title)}
          about={<QuotedText {...what} marked={marked} />}
          end={<RelativeTime time={what.created} style="short" />}
        />
      );
    case "message": {
      const name = marked(what.recipient.displayName);
      return (
        <Line
          sign={<Sign icon={MessageCircle} />}
          name={<Trans>Message {name}</Trans>}
          about={what.recipient.affiliationName}
        />
      );
    }
    case "place":
      return <Line sign={<Sign icon={what.place.icon} />} name={marked(what.place.label)} />;
    case "recent": {
      const { kind, label, about } = what.place;
      return <Line sign={<Sign icon={RECENT_ICONS[kind]} />} name={marked(label)} about={about} />;
    }
    case "action":
      return <Line sign={<Sign icon={what.action.icon} />} name={marked(what.action.label)} />;
  }
}

const RECENT_ICONS: Record<RecentPlace["kind"], LucideIcon> = {
  community: UsersRound,
  thread: MessagesSquare,
  conversation: MessageCircle,
  person: User,
};

type Highlighter = (text: string) => ReactNode;
type FoundPerson = Extract<SearchItem, { type: "person" }>["person"];

function PersonText({ person, marked }: { person: FoundPerson; marked: Highlighter }) {
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
      end={t`Open profile`}
    />
  );
}

/** Community, author and matching text. */
function QuotedText(props: {
  communityName: string;
  author: { displayName: string };
  excerpt: string;
  marked: Highlighter;
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
