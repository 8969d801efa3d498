import { afterEach, expect, test, vi } from "vitest";
import { difference, writeAndSelect } from "./caret.ts";

afterEach(() => {
  Reflect.deleteProperty(document, "execCommand");
  document.body.replaceChildren();
});

function field(value: string): HTMLTextAreaElement {
  const area = document.createElement("textarea");
  area.value = value;
  document.body.append(area);
  return area;
}

test("only the part that differs is replaced", () => {
  expect(difference("one two three", "one 2 three")).toEqual({ from: 4, to: 7, inserted: "2" });
  expect(difference("aa", "aaa")).toEqual({ from: 2, to: 2, inserted: "a" });
  expect(difference("🙂", "🙃")).toEqual({ from: 0, to: 2, inserted: "🙃" });
  expect(difference("x🙂", "x")).toEqual({ from: 1, to: 3, inserted: "" });
});

test("the change is typed into the field, so that undo takes it back", () => {
  const area = field("one two");
  const commands: unknown[] = [];
  Object.assign(document, {
    execCommand: (command: string, _ui: boolean, text: string) => {
      commands.push([command, text]);
      area.setRangeText(text, area.selectionStart, area.selectionEnd);
      return true;
    },
  });
  const write = vi.fn<(text: string) => void>();
  writeAndSelect(area, write, { text: "one **two**", start: 6, end: 9 });
  expect(commands).toEqual([["insertText", "**two**"]]);
  expect(write).not.toHaveBeenCalled();
  expect([area.value, area.selectionStart, area.selectionEnd]).toEqual(["one **two**", 6, 9]);
});

test("a browser that cannot do so gets the text from the state", () => {
  const area = field("one");
  writeAndSelect(area, (text) => (area.value = text), { text: "_one_", start: 1, end: 4 });
  expect([area.value, area.selectionStart, area.selectionEnd]).toEqual(["_one_", 1, 4]);
});
