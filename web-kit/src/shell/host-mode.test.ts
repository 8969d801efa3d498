import { beforeEach, expect, test } from "vitest";
import { mayLeaveFor, portalBuildAddress } from "./host-mode.ts";

beforeEach(() => sessionStorage.clear());

test("the main build stays on the main host", () => {
  expect(portalBuildAddress("main", "http://localhost:3000/login?a=1#b")).toBeNull();
  expect(portalBuildAddress("main", "https://www.guildhall.example/")).toBeNull();
});

test("in development the portal build is at port 3001 with path, query and hash", () => {
  expect(
    portalBuildAddress("whitelabel", "http://ashcombe.localhost:3000/communities/7?tab=1#post-2"),
  ).toBe("http://ashcombe.localhost:3001/communities/7?tab=1#post-2");
});

test("on other hosts the same URL is requested again", () => {
  const here = "https://ashcombe.guildhall.example/communities?tab=1#post-2";
  expect(portalBuildAddress("whitelabel", here)).toBe(here);
});

test("the same URL is requested once a minute, another one at any time", () => {
  const here = "https://ashcombe.guildhall.example/";
  expect(mayLeaveFor(here, here, 100_000)).toBe(true);
  expect(mayLeaveFor(here, here, 130_000)).toBe(false);
  expect(mayLeaveFor(here, here, 161_000)).toBe(true);
  expect(mayLeaveFor("http://a.localhost:3001/", "http://a.localhost:3000/", 161_000)).toBe(true);
});
