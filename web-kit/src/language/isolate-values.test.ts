import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { beforeAll, describe, expect, test } from "vitest";
import { formatList } from "./format.ts";
import { isolate } from "./isolate.ts";
import { isolateValues } from "./isolate-values.ts";

const hebrew = "דנה כהן";

beforeAll(() => isolateValues());

describe("a name in a sentence", () => {
  const left = (name: string, community: string) => t`${name} left ${community}.`;

  test("is isolated if it is written in the other direction", () => {
    expect(left(hebrew, "Bridges")).toBe(`\u2068${hebrew}\u2069 left Bridges.`);
    expect(left("Nadia", `${hebrew} (2026)`)).toBe(`Nadia left \u2068${hebrew} (2026)\u2069.`);
  });

  test("stays as it is otherwise", () => {
    expect(left("Nadia", "Bridges & Spans")).toBe("Nadia left Bridges & Spans.");
  });

  test("is isolated in its own words in a page that runs from right to left", () => {
    i18n.loadAndActivate({ locale: "ar-XB", messages: {} });
    expect(left("Nadia", "2026")).toBe("\u2068Nadia\u2069 left 2026.");
    // The key of a choice between wordings.
    expect(isolate("new_posts")).toBe("new_posts");
    i18n.loadAndActivate({ locale: "en", messages: {} });
  });
});

test("names in a list are isolated from each other", () => {
  expect(formatList(["Ada", hebrew, "Ben"])).toBe(`Ada, \u2068${hebrew}\u2069 and Ben`);
});

test("texts without values, numbers and plurals stay as they are", () => {
  const count = 2;
  expect(t`Discard`).toBe("Discard");
  expect(plural(count, { one: "# post", other: "# posts" })).toBe("2 posts");
});

test("is done once, whatever number of times the language is activated", () => {
  isolateValues();
  const name = hebrew;
  expect(t`Follow ${name}`).toBe(`Follow \u2068${hebrew}\u2069`);
});
