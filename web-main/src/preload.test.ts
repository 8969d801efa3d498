import { keys } from "@guildhall/web-kit/api/keys.ts";
import { createCache } from "@guildhall/web-kit/shell/cache.ts";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { expect, test } from "vitest";
import { mainScreens } from "./preload.ts";

/** The names of what is loaded for a viewer. */
async function loadedFor(isStaff: boolean | null): Promise<string[]> {
  const cache = createCache();
  cache.setQueryData(keys.me, isStaff === null ? null : buildMember({ isStaff }));
  const modules = await Promise.all(mainScreens(cache).map(({ load }) => load()));
  return modules.flatMap((module) => Object.keys(module ?? {}));
}

test("staff screens are preloaded for staff only", async () => {
  expect(await loadedFor(null)).toEqual([]);
  expect(await loadedFor(false)).toEqual([]);
  const loaded = await loadedFor(true);
  for (const name of ["StaffFrame", "OverviewScreen", "UsersScreen", "DeskScreen", "TeamScreen"]) {
    expect(loaded).toContain(name);
  }
});
