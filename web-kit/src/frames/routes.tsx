import type { ReactElement } from "react";
import { LoginFrame, OtherEntryFrame } from "./entry-frames.tsx";
import {
  CommunitiesFrame,
  MessagesFrame,
  PageFrame,
  ThreadFrame,
  VisitorFrame,
} from "./member-frames.tsx";
import { Frame, type FrameSite } from "./parts.tsx";

/** A route with the frame of its first paint, and the source files of its screen. */
export interface FrameRoute {
  /** A pattern of React Router; `/*` at its end stands for any further segments. */
  path: string;
  /** True for members only, false for visitors only; by default both. */
  signedIn?: boolean;
  frame: string;
  /** Source files whose chunks the page preloads, relative to `web-kit/src`. */
  screen?: string[];
}

/** The frames of a build, by name. */
export function frames(site: FrameSite): Record<string, ReactElement> {
  const all = {
    login: <LoginFrame site={site} />,
    entry: <OtherEntryFrame site={site} />,
    visitor: <VisitorFrame site={site} />,
    "visitor-article": <VisitorFrame site={site} width="narrow" />,
    "visitor-affiliation": <VisitorFrame site={site} banner />,
    communities: <CommunitiesFrame site={site} isOpen={false} />,
    community: <CommunitiesFrame site={site} isOpen />,
    thread: <ThreadFrame site={site} />,
    messages: <MessagesFrame site={site} isOpen={false} />,
    conversation: <MessagesFrame site={site} isOpen />,
    page: <PageFrame site={site} />,
    article: <PageFrame site={site} width="narrow" />,
    affiliation: <PageFrame site={site} banner />,
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, frame]) => [
      name,
      <Frame key={name} name={name}>
        {frame}
      </Frame>,
    ]),
  );
}

/** The frames of a path that is in no route. */
export const defaultFrames = { signedIn: "page", signedOut: "login" };

const layout = "shell/member-layout.tsx";
const communities = [layout, "features/communities/communities-screen.tsx"];
const messages = [layout, "features/messages/messages-screen.tsx"];
const affiliation = [layout, "features/affiliations/affiliation-screen.tsx"];
const legal = [layout, "features/legal/legal-screen.tsx"];
const article = [layout, "features/articles/article-screen.tsx"];
const shared = [layout, "features/articles/shared-screen.tsx"];

/** The source files of the screens of a path that is in no route. */
export const defaultScreens = {
  signedIn: [layout],
  signedOut: ["features/accounts/login-screen.tsx"],
};

const entry = (path: string, screen: string): FrameRoute => ({
  path,
  signedIn: false,
  frame: "entry",
  screen: [screen],
});
const open = (path: string, screen: string[], kind: "" | "-article" | "-affiliation" = "") => [
  { path, signedIn: false, frame: `visitor${kind}`, screen },
  { path, signedIn: true, frame: kind === "" ? "page" : kind.slice(1), screen },
];

/** The routes of both builds, the first match first. */
export const frameRoutes: FrameRoute[] = [
  entry("/signup", "features/accounts/signup-screen.tsx"),
  entry("/join/:code", "features/accounts/signup-screen.tsx"),
  entry("/forgot-password", "features/accounts/forgot-screen.tsx"),
  entry("/reset-password", "features/accounts/reset-screen.tsx"),
  entry("/verify-email", "features/accounts/verify-email-screen.tsx"),
  { path: "/waitlist/*", frame: "entry", screen: [] },
  ...open("/about", [layout, "features/accounts/about-screen.tsx"]),
  ...open("/terms-of-service", legal),
  ...open("/privacy-policy", legal),
  ...open("/community-guidelines", legal),
  ...open("/affiliations", [layout]),
  ...open("/affiliation/:idOrPath", affiliation, "-affiliation"),
  ...open("/shared/:articleId", shared, "-article"),
  {
    path: "/communities/:communityId/threads/:threadId",
    signedIn: true,
    frame: "thread",
    screen: communities,
  },
  { path: "/communities/:communityId/manage/*", signedIn: true, frame: "page", screen: [layout] },
  { path: "/communities/:communityId/*", signedIn: true, frame: "community", screen: communities },
  { path: "/communities", signedIn: true, frame: "communities", screen: communities },
  { path: "/messages", signedIn: true, frame: "messages", screen: messages },
  { path: "/messages/new", signedIn: true, frame: "messages", screen: messages },
  { path: "/messages/:conversationId", signedIn: true, frame: "conversation", screen: messages },
  { path: "/articles/:articleId", signedIn: true, frame: "article", screen: article },
  {
    path: "/activity",
    signedIn: true,
    frame: "article",
    screen: [layout, "features/activity/activity-screen.tsx"],
  },
  {
    path: "/support/*",
    signedIn: true,
    frame: "page",
    screen: ["features/support/support-layout.tsx"],
  },
  {
    path: "/network",
    signedIn: true,
    frame: "page",
    screen: [layout, "features/network/network-screen.tsx"],
  },
  {
    path: "/home",
    signedIn: true,
    frame: "page",
    screen: [layout, "features/feed/feed-screen.tsx"],
  },
];
