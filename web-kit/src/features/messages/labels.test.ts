import { describe, expect, test } from "vitest";
import { excerptOf } from "../../live/conversation-lists.ts";
import { conversation, kwame, message, nadia, priya } from "../../testing/messages-server.ts";
import {
  conversationTitle,
  excerptLine,
  presenceLabel,
  receiptLabels,
  systemText,
  typingLabel,
} from "./labels.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const group = conversation("g", {
  kind: "group",
  title: "Reunion",
  participants: [nadia, kwame, priya],
});

describe("the title of a conversation", () => {
  test("is the other person, the group's name, or its people", () => {
    expect(conversationTitle(conversation("c"), "nadia")).toBe("Kwame Boateng");
    expect(conversationTitle(group, "nadia")).toBe("Reunion");
    expect(conversationTitle({ ...group, title: "" }, "nadia")).toBe(
      "Kwame Boateng, Priya Raghunathan",
    );
    expect(conversationTitle(conversation("c", { participants: [nadia] }), "nadia")).toBe(
      "Former member",
    );
  });
});

describe("the excerpt in the list", () => {
  const line = (changes: Parameters<typeof message>[1], inGroup = false) =>
    excerptLine(
      { ...(inGroup ? group : conversation("c")), lastMessage: excerptOf(message("m", changes)) },
      "nadia",
    );

  test("names the sender where it is not the other person", () => {
    expect(line({ content: "Hello **you**" })).toBe("Hello you");
    expect(line({ content: "Hello", sender: nadia })).toBe("You: Hello");
    expect(line({ content: "Hello" }, true)).toBe("Kwame: Hello");
  });

  test("describes messages without text", () => {
    const picture = { id: "p", url: "/p", width: 1, height: 1, alt: null };
    expect(line({ content: "", images: [picture] })).toBe("Picture");
    expect(line({ content: "", images: [picture, picture] })).toBe("2 pictures");
    expect(line({ content: "", deleted: true })).toBe("Message deleted");
    expect(line({ kind: "left" }, true)).toBe("Kwame left");
    expect(line({ kind: "renamed", content: "Class" }, true)).toBe("The group is now called Class");
    expect(excerptLine(conversation("c"), "nadia")).toBe("No messages yet");
  });
});

test("a system message names the people", () => {
  const people = group.participants;
  const added = message("m", { kind: "added", subjectId: "nadia" });
  expect(systemText(added, people, "nadia")).toBe("Kwame Boateng added you");
  expect(systemText({ ...added, subjectId: "gone" }, people, "nadia")).toBe(
    "Kwame Boateng added a former participant",
  );
});

test("presence is described in words", () => {
  const at = (online: boolean, lastActiveAt: string | null) => ({
    userId: "kwame",
    online,
    lastActiveAt,
  });
  expect(presenceLabel(at(true, null), NOW)).toBe("Online");
  expect(presenceLabel(at(false, "2026-11-20T11:58:00Z"), NOW)).toBe("Active 2 minutes ago");
  expect(presenceLabel(at(false, null), NOW)).toBeNull();
  expect(presenceLabel(undefined, NOW)).toBeNull();
});

test("the people who are typing are named or counted", () => {
  const people = group.participants;
  expect(typingLabel([], people)).toBe("");
  expect(typingLabel(["kwame"], people)).toBe("Kwame is typing");
  expect(typingLabel(["kwame", "priya"], people)).toBe("Kwame and Priya are typing");
  expect(typingLabel(["kwame", "priya", "nadia"], people)).toBe("3 people are typing");
});

describe("receipts", () => {
  const own = ["08:00", "09:00", "10:00"].map((time, at) =>
    message(`m${at}`, { sender: nadia, timestamp: `2026-11-20T${time}:00Z` }),
  );
  const receipt = (userId: string, deliveredAt: string | null, seenAt: string | null) => ({
    userId,
    deliveredAt: deliveredAt && `2026-11-20T${deliveredAt}:00Z`,
    seenAt: seenAt && `2026-11-20T${seenAt}:00Z`,
  });

  test("mark the latest message that was seen and a later one that was delivered", () => {
    const labels = receiptLabels(own, conversation("c"), [receipt("kwame", "10:01", "09:30")]);
    expect([...labels.keys()].toSorted()).toEqual(["m1", "m2"]);
    expect(labels.get("m1")).toMatch(/^Seen \d\d:30$/);
    expect(labels.get("m2")).toBe("Delivered");
  });

  test("show nothing before delivery, and only the seen mark once all was seen", () => {
    expect(receiptLabels(own, conversation("c"), [receipt("kwame", "07:00", null)]).size).toBe(0);
    const all = receiptLabels(own, conversation("c"), [receipt("kwame", "10:01", "10:02")]);
    expect([...all.keys()]).toEqual(["m2"]);
    expect(all.get("m2")).toMatch(/^Seen/);
  });

  test("name the readers in a group", () => {
    const receipts = [receipt("kwame", null, "10:02"), receipt("priya", null, "10:05")];
    expect(receiptLabels(own, group, receipts).get("m2")).toBe("Seen by Kwame, Priya");
  });
});
