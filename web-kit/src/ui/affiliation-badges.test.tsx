import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AppContext } from "../shell/app.ts";
import { createCache } from "../shell/cache.ts";
import { boot } from "../testing/open-page.tsx";
import { buildPortal } from "../testing/people.ts";
import { AffiliationBadges } from "./affiliation-badges.tsx";

const affiliations = [
  { id: "htw", shortName: "HTW" },
  { id: "wise", shortName: "WISE" },
  { id: "oak", shortName: "Oak" },
];

function show(shown: typeof affiliations, portal: typeof buildPortal | null = null) {
  const app = { boot: { ...boot, portal }, cache: createCache(), navPaths: new Set<string>() };
  return render(
    <AppContext value={app}>
      <AffiliationBadges affiliations={shown} />
    </AppContext>,
  ).container.textContent;
}

test("two short names at most, which are announced as affiliations", () => {
  expect(show(affiliations)).toBe("Affiliations: HTW · WISE");
  expect(screen.getByTitle("HTW, WISE")).toBeDefined();
});

test("one short name", () => {
  expect(show(affiliations.slice(0, 1))).toBe("Affiliation: HTW");
});

test("nothing without affiliations, and on a portal", () => {
  expect(show([])).toBe("");
  expect(show(affiliations, buildPortal)).toBe("");
});
