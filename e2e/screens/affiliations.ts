import type { Screen } from "./screen.ts";

/** Affiliations, and what outsiders see of one. */

const ashcombe = "Ashcombe College Alumni Association";

export const affiliationScreens: readonly Screen[] = [
  {
    name: "affiliations",
    who: "member",
    door: "main",
    path: "/affiliations",
    shows: (page) => page.getByText(ashcombe).first(),
  },
  {
    name: "affiliation",
    who: "member",
    door: "main",
    path: "/affiliation/ashcombe",
    shows: (page) => page.getByRole("heading", { name: ashcombe }),
  },
  {
    name: "affiliation",
    who: "member",
    door: "ashcombe",
    path: "/affiliation/ashcombe",
    shows: (page) => page.getByRole("heading", { name: ashcombe }),
  },
  {
    name: "affiliation-codes",
    who: "affadmin",
    door: "main",
    path: "/affiliation/ashcombe",
    before: (page) => page.getByRole("button", { name: "New code" }).click(),
    shows: (page) => page.getByRole("dialog", { name: "New invite code" }).getByLabel("Code"),
  },
  {
    name: "affiliation-unknown",
    who: "member",
    door: "main",
    path: "/affiliation/nowhere-at-all",
    shows: (page) => page.getByRole("heading", { level: 1 }).first(),
    provokes: [/status of 404/],
  },
  {
    name: "front-door",
    who: "outsider",
    door: "ashcombe",
    path: "/communities",
    shows: (page) => page.getByText(ashcombe).first(),
  },
];
