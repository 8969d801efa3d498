import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AffiliationBadges, ShowsAffiliations } from "./affiliation-badges.tsx";

const affiliations = [
  { id: "htw", shortName: "HTW" },
  { id: "wise", shortName: "WISE" },
  { id: "oak", shortName: "Oak" },
];

function show(given: typeof affiliations | undefined, shows = true) {
  return render(
    <ShowsAffiliations value={shows}>
      <AffiliationBadges affiliations={given} />
    </ShowsAffiliations>,
  ).container.textContent;
}

test("two short names at most, which are announced as affiliations", () => {
  expect(show(affiliations)).toBe("Affiliations: HTW · WISE");
  expect(screen.getByTitle("HTW, WISE")).toBeDefined();
});

test("one short name", () => {
  expect(show(affiliations.slice(0, 1))).toBe("Affiliation: HTW");
});

test("nothing without affiliations, and where all people have the same", () => {
  expect(show([])).toBe("");
  expect(show(undefined)).toBe("");
  expect(show(affiliations, false)).toBe("");
});
