import { expect, test } from "vitest";
import source from "../../../tenant-runtime/src/accounts/form-rules.json?raw";
import { isTranslatable, ruleMessage } from "./rule-messages.ts";

/** The texts of the file that are shown, unlike its patterns. */
const messages = texts(JSON.parse(source));

function texts(rules: unknown): string[] {
  if (typeof rules !== "object" || rules === null) return [];
  return Object.entries(rules).flatMap(([name, value]: [string, unknown]) => {
    if (/patterns?$/i.test(name)) return [];
    return typeof value === "string" ? [value] : texts(value);
  });
}

test("the rules contain messages", () => {
  expect(messages).toContain("Email is required");
});

test.each(messages)("the message %j can be translated", (message) => {
  expect(isTranslatable(message)).toBe(true);
});

test.each(messages)("the message %j keeps its English text", (message) => {
  const values = { label: "First name", n: 50 };
  const expected = message.replace("{label}", values.label).replace("{n}", String(values.n));
  expect(ruleMessage(message, values)).toBe(expected);
});
