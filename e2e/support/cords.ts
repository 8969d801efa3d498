/** Mocked responses about cords, vouches and introductions. */

const strand = {
  lastActivity: "2026-11-03T10:00:00Z",
  activityCount: 12,
  halfLifeDays: 30,
  fadesAt: "2027-03-03T10:00:00Z",
};

export const cord = {
  id: "a",
  userId: "b",
  disabled: false,
  reason: null,
  totalStrength: 71,
  isActive: true,
  threads: [
    {
      ...strand,
      threadType: "interaction",
      strength: 22,
      cap: 25,
      share: 22,
      source: "12 messages, the last on 3 November",
    },
    {
      ...strand,
      threadType: "association",
      strength: 20,
      cap: 20,
      share: 15,
      source: "4 communities in common",
      halfLifeDays: null,
      fadesAt: null,
    },
    {
      ...strand,
      threadType: "professional",
      strength: 11,
      cap: 12,
      share: 4.6,
      source: "A professional affiliation in common",
      halfLifeDays: 365,
      fadesAt: "2036-06-14T10:00:00Z",
    },
    { ...strand, threadType: "trust", strength: 12.4, cap: 15, share: 16.5, source: "2 vouches" },
  ],
  lastUpdated: "2026-11-03T10:00:00Z",
  vouches: { mine: true, theirs: true },
  canVouch: false,
  canIntroduce: true,
  common: {
    affiliations: [
      { id: "x", name: "Ashcombe College Alumni Association", logo: null, brandColour: "#6a1b31" },
      { id: "y", name: "Rowan Street Growers", logo: null, brandColour: null },
    ],
    communities: [
      { id: "c", name: "Bridges & Tall Structures", groupType: "community" },
      { id: "d", name: "Returners after Leave", groupType: "trust-circle" },
    ],
  },
};

export const noCord = {
  ...cord,
  totalStrength: 0,
  isActive: false,
  threads: [],
  vouches: { mine: false, theirs: false },
  canVouch: true,
  common: { affiliations: [], communities: [] },
};

const people = [
  ["kboateng", "Kwame Boateng", 71],
  ["siobhan", "Siobhán Gallagher", 58],
  ["priya", "Priya Raghunathan", 44.2],
  ["ling", "Ling Zhao", 31],
  ["mateo", "Mateo Álvarez", 23],
  ["ruth", "Ruth Abara", 8.5],
] as const;

export const person = (handle: string, displayName: string) => {
  const [firstName = "", lastName = ""] = displayName.split(" ");
  return {
    userId: handle,
    displayName,
    firstName,
    lastName,
    handle,
    profilePicture: null,
    isVerified: true,
    affiliationName: "Northgate",
  };
};

export const ownCords = {
  items: people.map(([handle, name, totalStrength]) => ({
    user: person(handle, name),
    totalStrength,
    isActive: totalStrength >= 20,
  })),
  nextCursor: null,
};

export const vouches = {
  items: [{ ...person("ling", "Ling Zhao"), at: "2026-11-03T10:00:00Z" }],
  nextCursor: null,
};

export const introduction = {
  id: "i",
  introducer: person("kboateng", "Kwame Boateng"),
  people: [person("nadiarahman", "Nadia Rahman"), person("priya", "Priya Raghunathan")],
  message: "You both look after bridges that are older than you are. Talk about the stays.",
  state: "pending",
  myAnswer: null,
  conversationId: null,
  createdAt: "2026-11-20T10:00:00Z",
  expiresAt: "2026-12-04T10:00:00Z",
};
