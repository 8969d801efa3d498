import { t } from "@lingui/core/macro";
import {
  CalendarDays,
  FileText,
  Megaphone,
  MessageCircle,
  MessageSquareText,
  MessagesSquare,
} from "lucide-react";
import type { ReactNode } from "react";
import type { SearchItem } from "../../api/search-types.ts";
import { excerptOrAttachment } from "../../content/excerpt.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { HighlightedText } from "../../ui/highlighted-text.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { MatchedText } from "../../ui/matched-text.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { timeRange } from "../communities/events/event-times.ts";
import { memberCountLabel } from "../communities/labels.ts";
import { conversationTitle, FORMER_MEMBER } from "../messages/labels.ts";
import { Line, Sign, SIGN_SIZE } from "./result-parts.tsx";

export interface FoundLineProps {
  item: SearchItem;
  /** The terms of the search, for texts without positions of their matches. */
  words: readonly string[];
  viewerId: string;
}

/** A result of the server in one line, according to its kind. */
export function FoundLine({ item, words, viewerId }: FoundLineProps) {
  switch (item.type) {
    case "person":
      return <PersonLine person={item.person} words={words} />;
    case "community":
      return (
        <Line
          sign={<CommunityIcon community={{ ...item, groupType: "community" }} size={SIGN_SIZE} />}
          name={<MatchedText text={item.name} matches={item.titleMatches} />}
          about={<MatchedText text={item.excerpt} matches={item.matches} />}
          end={memberCountLabel(item)}
        />
      );
    case "message":
      return <MessageLine {...{ item, viewerId }} />;
    default:
      return <CommunityTextLine {...{ item, words }} />;
  }
}

type Found<Type extends SearchItem["type"]> = Extract<SearchItem, { type: Type }>;
type CommunityText = Found<"thread" | "post" | "article" | "announcement" | "event">;

/** A text in a community. */
function CommunityTextLine({ item, words }: { item: CommunityText; words: readonly string[] }) {
  switch (item.type) {
    case "thread":
      return (
        <Line
          sign={<Sign icon={MessagesSquare} />}
          name={<MatchedText text={item.caption} matches={item.matches} />}
          isQuotation
          about={<Source item={item}>{t`Thread by ${{ name: item.author.displayName }}`}</Source>}
          end={<Time at={item.created} />}
        />
      );
    case "post":
      return (
        <Line
          sign={<Sign icon={MessageSquareText} />}
          name={<HighlightedText text={item.threadCaption} words={words} />}
          isQuotation
          about={<Quotation item={item} />}
          end={<Time at={item.created} />}
        />
      );
    case "article":
      return (
        <Line
          sign={<Sign icon={FileText} />}
          name={<MatchedText text={item.title} matches={item.titleMatches} />}
          isQuotation
          about={<Quotation item={item} />}
          end={<Time at={item.created} />}
        />
      );
    case "announcement":
      return (
        <Line
          sign={<Sign icon={Megaphone} />}
          name={<Excerpt item={item} />}
          isQuotation
          about={<Source item={item}>{item.author.displayName}</Source>}
          end={<Time at={item.created} />}
        />
      );
    case "event":
      return (
        <Line
          sign={<Sign icon={CalendarDays} />}
          isQuotation
          name={<Excerpt item={item} />}
          about={
            <Source item={item}>
              <time dateTime={item.startsAt}>{timeRange(item)}</time>
              {item.place !== null && <span className="meta-dot">{item.place}</span>}
            </Source>
          }
        />
      );
  }
}

function PersonLine(props: { person: Found<"person">["person"]; words: readonly string[] }) {
  const { person, words } = props;
  const { displayName, profilePicture, handle, isVerified, affiliationName } = person;
  return (
    <Line
      sign={<Avatar name={displayName} src={profilePicture} size={SIGN_SIZE} />}
      name={
        <>
          <HighlightedText text={displayName} words={words} />{" "}
          {isVerified && <VerifiedTick size={13} />}
        </>
      }
      about={
        <>
          {handle !== null && <HighlightedText text={`@${handle}`} words={words} />}{" "}
          {affiliationName}
        </>
      }
      end={t`Open profile`}
    />
  );
}

/** A private message: the conversation, and who wrote what. */
function MessageLine({ item, viewerId }: { item: Found<"message">; viewerId: string }) {
  const { sender, conversation } = item;
  const isOwn = sender?.userId === viewerId;
  return (
    <Line
      sign={<Sign icon={MessageCircle} />}
      isQuotation
      name={conversationTitle(conversation, viewerId)}
      about={
        <>
          {isOwn ? t`You:` : `${sender?.firstName ?? FORMER_MEMBER}:`} <Excerpt item={item} />
        </>
      }
      end={<Time at={item.created} />}
    />
  );
}

type WithExcerpt = Pick<Found<"post">, "excerpt" | "matches">;

function Excerpt({ item: { excerpt, matches } }: { item: WithExcerpt }) {
  return <MatchedText text={excerptOrAttachment(excerpt)} matches={matches} />;
}

/** Author, matching text and community. */
function Quotation({ item }: { item: Found<"post" | "article"> }) {
  return (
    <Source item={item}>
      {item.author.displayName}: <Excerpt item={item} />
    </Source>
  );
}

/** A text, and the community that it is from. */
function Source(props: { item: { communityName: string }; children: ReactNode }) {
  return (
    <>
      {props.children}
      <span className="meta-dot">{props.item.communityName}</span>
    </>
  );
}

function Time({ at }: { at: string }) {
  return <RelativeTime time={at} style="short" />;
}
