import type { Page, Person } from "../../api/types.ts";

/** The kinds of strands of a cord (C-105). */
export type StrandType =
  | "interaction"
  | "trust"
  | "association"
  | "weave"
  | "temporal"
  | "behavioral"
  | "professional"
  | "social"
  | "support";

/** A strand: one kind of activity between two people. */
export interface Strand {
  threadType: StrandType;
  strength: number;
  cap: number;
  /** Points that it adds to the total strength. */
  share: number;
  lastActivity: string;
  activityCount: number;
  /** Null if it does not decay. */
  halfLifeDays: number | null;
  /** The activity that it comes from, in words. */
  source: string;
  /** The time when it falls below 1 without activity; null if it does not. */
  fadesAt: string | null;
}

export interface CommonAffiliation {
  id: string;
  name: string;
  logo: string | null;
  brandColour: string | null;
}

export interface CommonCommunity {
  id: string;
  name: string;
  groupType: string;
}

/** The cord between the viewer and another person (C-102). */
export interface Cord {
  id: string;
  userId: string;
  /** One of the two turned cords off: there are no values, for the reason below. */
  disabled: boolean;
  reason: string | null;
  /** From 0 to 100, with one decimal. */
  totalStrength: number;
  isActive: boolean;
  threads: Strand[];
  lastUpdated: string | null;
  vouches: { mine: boolean; theirs: boolean };
  canVouch: boolean;
  canIntroduce: boolean;
  common: { affiliations: CommonAffiliation[]; communities: CommonCommunity[] };
}

/** A row of the viewer's own cords. */
export interface CordRow {
  user: Person;
  totalStrength: number;
  isActive: boolean;
}

export interface CordSettings {
  enabled: boolean;
  showsVouches: boolean;
}

export type Voucher = Person & { at: string };

export type IntroductionState = "pending" | "accepted" | "declined" | "expired";

export interface Introduction {
  id: string;
  introducer: Person;
  people: Person[];
  message: string;
  state: IntroductionState;
  /** The viewer's answer, if they are one of the two people. */
  myAnswer: "accepted" | "declined" | null;
  /** The conversation of the three, once both accepted. */
  conversationId: string | null;
  createdAt: string;
  expiresAt: string;
}

export interface NewIntroduction {
  userIds: [string, string];
  message: string;
}

export type CordPage = Page<CordRow>;
