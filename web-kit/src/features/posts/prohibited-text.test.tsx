import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { ProhibitedText } from "./prohibited-text.tsx";

afterEach(cleanup);

function Composer({ start, relaxed = false }: { start: string; relaxed?: boolean }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(start);
  return (
    <div style={{ position: "relative" }}>
      <textarea
        ref={area}
        aria-label="Text"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ProhibitedText text={text} relaxed={relaxed} areaRef={area} onReplace={setText} />
    </div>
  );
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" });
const reasons = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

describe("prohibited parts in the composer", () => {
  test("are explained, and replaced one kind at a time", async () => {
    render(<Composer start="a; b; fish && chips" />);
    expect(reasons()).toEqual([
      ";is not accepted in posts and messagesReplace with ,",
      "&&is not accepted in posts and messagesReplace with &",
      "Replace all",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Replace with ," }));
    expect(box().value).toBe("a, b, fish && chips");
    expect(document.activeElement).toBe(box());
    await userEvent.click(screen.getByRole("button", { name: "Replace with &" }));
    expect(box().value).toBe("a, b, fish & chips");
    expect(reasons()).toEqual([]);
  });

  test("are replaced together", async () => {
    render(<Composer start="we drop table users; javascript:x" />);
    expect(reasons()[0]).toContain("reads like a database command");
    expect(reasons()[2]).toContain("could run as code in a browser");
    await userEvent.click(screen.getByRole("button", { name: "Replace all" }));
    expect(box().value).toBe("we drop “table” users, javascriptx");
  });

  test("follow the text while it is typed", async () => {
    render(<Composer start="" />);
    await userEvent.type(box(), "one; two");
    expect(reasons()).toHaveLength(1);
    await userEvent.clear(box());
    expect(reasons()).toEqual([]);
  });

  test("are only executable markup where the filter is relaxed", () => {
    render(<Composer start="a; url(x)" relaxed />);
    expect(reasons()).toEqual(["url(could run as code in a browserReplace with url"]);
  });
});
