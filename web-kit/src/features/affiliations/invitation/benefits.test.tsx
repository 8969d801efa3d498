import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Invitation } from "../../../api/types.ts";
import { affiliation, invitation } from "../../../testing/affiliations.ts";
import { Benefits } from "./benefits.tsx";

afterEach(cleanup);

const show = (changes: Partial<Invitation>) =>
  render(<Benefits invitation={invitation("n1", changes)} />);

test.each([
  [0, null, "Its communities, open to its members"],
  [1, "The Grove", "The Grove opens to you at once"],
  [1, null, "One community opens to you at once"],
  [2, "The Grove", "Two communities open at once, with The Grove"],
  [10, null, "Ten communities open at once"],
  [11, "The Grove", "11 communities open at once, with The Grove"],
])(
  "lists %s open communities, the first of them %s",
  (defaultCommunities, firstCommunity, words) => {
    show({ defaultCommunities, firstCommunity });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(4);
  },
);

test.each([
  [0, "A directory of its members"],
  [1, "A directory of its members"],
  [2, "A directory of 2 members"],
  [2614, "A directory of 2,614 members"],
])("lists %s members", (memberCount, words) => {
  show({ affiliation: affiliation({}, { memberCount }) });
  expect(screen.getByText(words)).toBeTruthy();
});

test.each([
  ["open", true, "Their own portal, with the same sign-in"],
  ["shut", false, "A place on your profile, shown or hidden as you choose"],
])("describes the portal as %s", (_, isActive, words) => {
  const brand = { brandName: "Oak", brandColour: null, brandLogo: null };
  const subdomainConfig = { subdomain: "oak", isActive, ...brand };
  show({ affiliation: affiliation({}, { subdomainConfig }) });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(4);
});
