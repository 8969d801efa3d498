import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  CalendarRange,
  Image,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  User,
  UsersRound,
} from "lucide-react";
import type { RecentPlace } from "../../recovery/recent-places.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { HighlightedText } from "../../ui/highlighted-text.tsx";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { filterText } from "./filter-text.ts";
import { FoundLine } from "./found-line.tsx";
import { Line, Sign, SIGN_SIZE } from "./result-parts.tsx";
import type { Result } from "./results.ts";
import { filterOf, type Suggestion } from "./suggestion.ts";

export interface ResultLineProps {
  what: Result["what"];
  words: readonly string[];
  viewerId: string;
}

/** A result in one line, according to its kind. */
export function ResultLine({ what, words, viewerId }: ResultLineProps) {
  const marked = (text: string) => <HighlightedText text={text} words={words} />;
  switch (what.type) {
    case "recipient": {
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
    case "filter":
      return <SuggestionLine suggestion={what.suggestion} />;
    default:
      return <FoundLine item={what} {...{ words, viewerId }} />;
  }
}

const RECENT_ICONS: Record<RecentPlace["kind"], LucideIcon> = {
  community: UsersRound,
  thread: MessagesSquare,
  conversation: MessageCircle,
  person: User,
};

/** A filter in words, and as it is typed. */
function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  const { name, value } = filterOf(suggestion);
  const typed = <span translate="no">{filterText(name, value)}</span>;
  switch (suggestion.of) {
    case "here":
    case "community": {
      const { community } = suggestion;
      const icon = <CommunityIcon community={community} size={SIGN_SIZE} />;
      const communityName = community.name;
      const label = suggestion.of === "here" ? t`Search in ${communityName}` : communityName;
      return <Line sign={icon} name={label} end={typed} />;
    }
    case "me":
      return (
        <Line
          sign={<Sign icon={User} />}
          name={t({ message: "You", context: "author in a filter of the search" })}
          end={typed}
        />
      );
    case "person": {
      const { displayName, profilePicture, affiliationName } = suggestion.person;
      const picture = <Avatar name={displayName} src={profilePicture} size={SIGN_SIZE} />;
      return <Line sign={picture} name={displayName} about={affiliationName} end={typed} />;
    }
    case "day":
      return (
        <Line
          sign={<Sign icon={CalendarRange} />}
          name={suggestion.label}
          about={suggestion.date}
          end={typed}
        />
      );
    case "image":
      return <Line sign={<Sign icon={Image} />} name={t`With an image`} end={typed} />;
  }
}
