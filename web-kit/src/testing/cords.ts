import type { Cord, CordRow, Introduction, Strand } from "../features/cords/contract.ts";
import { person } from "./factories.ts";

/** A strand for tests. */
export function buildStrand(changes: Partial<Strand> = {}): Strand {
  return {
    threadType: "interaction",
    strength: 22,
    cap: 25,
    share: 22,
    lastActivity: "2026-11-03T10:00:00Z",
    activityCount: 12,
    halfLifeDays: 30,
    source: "12 messages, the last on 3 November",
    fadesAt: "2027-03-03T10:00:00Z",
    ...changes,
  };
}

/** An active cord with three strands. */
export function buildCord(userId: string, changes: Partial<Cord> = {}): Cord {
  return {
    id: `${userId}nadia`,
    userId,
    disabled: false,
    reason: null,
    totalStrength: 71,
    isActive: true,
    threads: [
      buildStrand(),
      buildStrand({
        threadType: "association",
        strength: 20,
        cap: 20,
        share: 15,
        halfLifeDays: null,
        fadesAt: null,
        source: "4 communities in common",
      }),
      buildStrand({ threadType: "trust", strength: 12.4, cap: 15, source: "A vouch" }),
    ],
    lastUpdated: "2026-11-03T10:00:00Z",
    vouches: { mine: false, theirs: false },
    canVouch: true,
    canIntroduce: true,
    common: {
      affiliations: [{ id: "northgate", name: "Northgate", logo: null, brandColour: null }],
      communities: [
        { id: "bridges", name: "Bridges & Tall Structures", groupType: "community" },
        { id: "circle", name: "Returners", groupType: "trust-circle" },
      ],
    },
    ...changes,
  };
}

/** The cord with a person about whom nothing is counted yet. */
export function buildEmptyCord(userId: string): Cord {
  return buildCord(userId, {
    totalStrength: 0,
    isActive: false,
    threads: [],
    lastUpdated: null,
    common: { affiliations: [], communities: [] },
  });
}

export function buildCordRow(userId: string, name: string, totalStrength: number): CordRow {
  return { user: person(userId, name), totalStrength, isActive: totalStrength >= 20 };
}

/** An introduction of "nadia" to "priya" by "kwame". */
export function buildIntroduction(changes: Partial<Introduction> = {}): Introduction {
  return {
    id: "i1",
    introducer: person("kwame"),
    people: [person("nadia", "Nadia Rahman"), person("priya", "Priya Raghunathan")],
    message: "You both care for old bridges.",
    state: "pending",
    myAnswer: null,
    conversationId: null,
    createdAt: "2026-11-20T10:00:00Z",
    expiresAt: "2026-12-04T10:00:00Z",
    ...changes,
  };
}
