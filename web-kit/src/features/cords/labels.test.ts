import { expect, test } from "vitest";
import { buildCord, buildStrand } from "../../testing/cords.ts";
import { commonCommunitiesLabel, fadeLabel, fillOf, formatStrength } from "./labels.ts";

test("formats a strength with at most one decimal", () => {
  expect([71, 12.4, 4.06, 0].map(formatStrength)).toEqual(["71", "12.4", "4.1", "0"]);
});

test("tells when a strand fades", () => {
  expect(fadeLabel(buildStrand())).toBe("Fades on 3 March 2027 without activity");
  expect(fadeLabel(buildStrand({ halfLifeDays: null, fadesAt: null }))).toBe("Does not fade");
  expect(fadeLabel(buildStrand({ fadesAt: null }))).toBe("Fades without activity");
});

test("limits the bar of a strand to its cap", () => {
  expect(fillOf({ strength: 5, cap: 20 })).toBe(0.25);
  expect(fillOf({ strength: 30, cap: 25 })).toBe(1);
  expect(fillOf({ strength: 3, cap: 0 })).toBe(0);
});

test("counts common communities and trust circles", () => {
  const { common } = buildCord("kwame");
  expect(commonCommunitiesLabel(common)).toBe("1 community, 1 trust circle");
  const communities = ["a", "b"].map((id) => ({ id, name: id, groupType: "community" }));
  expect(commonCommunitiesLabel({ affiliations: [], communities })).toBe("2 communities");
  expect(commonCommunitiesLabel({ affiliations: [], communities: [] })).toBeNull();
});
