import { beforeEach, expect, test } from "vitest";
import { canRedirectTo, portalBuildUrl } from "./host-mode.ts";

beforeEach(() => sessionStorage.clear());

test("the main build stays on the main host", () => {
  expect(portalBuildUrl("main", "http://localhost:3000/login?a=1#b")).toBeNull();
  expect(portalBuildUrl("main", "https://www.guildhall.example/")).toBeNull();
});

test("leads to the portal build on port 3001 in development", () => {
  expect(
    portalBuildUrl("whitelabel", "http://ashcombe.localhost:3000/communities/7?tab=1#post-2"),
  ).toBe("http://ashcombe.localhost:3001/communities/7?tab=1#post-2");
});

test("requests the same URL again on other hosts", () => {
  const here = "https://ashcombe.guildhall.example/communities?tab=1#post-2";
  expect(portalBuildUrl("whitelabel", here)).toBe(here);
});

test("the same URL is requested once a minute, another one at any time", () => {
  const here = "https://ashcombe.guildhall.example/";
  expect(canRedirectTo(here, here, 100_000)).toBe(true);
  expect(canRedirectTo(here, here, 130_000)).toBe(false);
  expect(canRedirectTo(here, here, 161_000)).toBe(true);
  expect(canRedirectTo("http://a.localhost:3001/", "http://a.localhost:3000/", 161_000)).toBe(true);
});
