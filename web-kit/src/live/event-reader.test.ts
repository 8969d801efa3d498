import { beforeEach, describe, expect, test } from "vitest";
import { EventReader } from "./event-reader.ts";

let reader: EventReader;

beforeEach(() => {
  reader = new EventReader(null);
});

function read(eventId: string, data: unknown, after: string | null = null): string[] {
  return reader.receive(JSON.stringify(data), eventId, after).map(({ type }) => type);
}
const changed = { type: "me.changed" };

describe("the events of a tab", () => {
  test("are each delivered once, without unknown ones", () => {
    expect(read("1", { type: "hello", cursor: "1" })).toEqual(["hello"]);
    expect(read("2", changed)).toEqual(["me.changed"]);
    expect(read("2", changed)).toEqual([]);
    expect(read("3", { type: "weather.changed" })).toEqual([]);
    expect(reader.receive("not json", "", null)).toEqual([]);
    expect(reader.lastEventId).toBe("3");
  });

  test("resume from the greeting if no event followed", () => {
    read("", { type: "hello", cursor: 41 });
    expect(reader.lastEventId).toBe("41");
  });

  test("include resync and end messages with a known id", () => {
    read("5", { type: "hello", cursor: "5" });
    const types = [
      ...read("5", { type: "resync" }),
      ...read("6", changed),
      ...read("6", { type: "session.ended", reason: "paused" }),
    ];
    expect(types).toEqual(["resync", "me.changed", "session.ended"]);
  });

  test("include typing and presence, for which the browser repeats the last id", () => {
    const typing = { type: "conversation.typing", conversationId: "c1", userId: "kwame" };
    const types = [
      ...read("1", changed),
      ...read("1", typing),
      ...read("1", typing),
      ...read("1", { type: "presence.changed", userId: "kwame", online: true }),
    ];
    expect(types).toEqual([
      "me.changed",
      "conversation.typing",
      "conversation.typing",
      "presence.changed",
    ]);
  });

  test("omit those that the page's data already includes", () => {
    reader = new EventReader("10");
    expect(read("9", changed, "8")).toEqual([]);
    expect(read("10", changed, "9")).toEqual([]);
    expect(read("11", changed, "10")).toEqual(["me.changed"]);
  });

  test("begin with a resync if another tab received events that this one missed", () => {
    reader = new EventReader("10");
    read("11", changed, "10");
    expect(read("14", changed, "13")).toEqual(["resync", "me.changed"]);
    expect(read("15", changed, "14")).toEqual(["me.changed"]);
  });

  test("are not refetched for a position that only the greeting has reached", () => {
    const listening = new EventReader("10");
    listening.receive(JSON.stringify({ type: "hello", cursor: "30" }), "30", null);
    expect([listening.lastEventId, listening.lastChange]).toEqual(["30", "10"]);
    reader = new EventReader("20");
    expect(reader.hasMissed(listening.lastChange)).toBe(false);
    expect(reader.hasMissed("21")).toBe(true);
    expect(reader.hasMissed("21")).toBe(false);
  });

  test("are those after the replay of another tab only", () => {
    read("1", changed);
    read("2", changed, "1");
    // The tab that took over had received less, so the server repeats an event.
    expect(read("2", changed, "1")).toEqual([]);
    expect(read("3", changed, "2")).toEqual(["me.changed"]);
  });
});
