import { expect, test } from "vitest";
import { tokenNameFault, webhookUrlFault } from "./rules.ts";

test.each([
  "https://hooks.example.org/in?key=1",
  "https://hooks.example.org:8443/in",
  "https://1.1.1.1/",
  "https://100.128.0.1/",
  "https://[2606:4700::1]/",
])("accepts %s", (url) => {
  expect(webhookUrlFault(url)).toBeNull();
});

test.each([
  ["", "Please enter a URL."],
  ["hooks.example.org", "This is not a URL. It looks like https://example.org/hooks."],
  ["http://hooks.example.org", "The URL must begin with https://."],
  ["https://user:secret@example.org", "The URL must not contain a user or a password."],
  [`https://example.org/${"a".repeat(500)}`, "A URL may have at most 500 characters."],
])("refuses %s", (url, fault) => {
  expect(webhookUrlFault(url)).toBe(fault);
});

// The same as the server's test of its client for foreign URLs.
test.each([
  "localhost",
  "127.0.0.1",
  "127.1",
  "2130706433",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "0.0.0.0",
  "100.64.0.1",
  "198.18.0.1",
  "192.0.0.8",
  "224.0.0.1",
  "255.255.255.255",
  "203.0.113.7",
  "[::1]",
  "[::]",
  "[fe80::1]",
  "[fc00::1]",
  "[fd12::1]",
  "[::ffff:10.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::a00:1]",
  "[2002:a00:1::]",
  "[2001::1]",
  "[2001:db8::1]",
  "[ff02::1]",
])("refuses the host %s, which is not public", (host) => {
  expect(webhookUrlFault(`https://${host}/in`)).toBe("The URL must lead to a public address.");
});

test("refuses a name that is empty or too long", () => {
  expect(tokenNameFault("  ")).toBe("Please enter a name.");
  expect(tokenNameFault("a".repeat(61))).toBe("A name may have at most 60 characters.");
  expect(tokenNameFault("Statistics")).toBeNull();
});
