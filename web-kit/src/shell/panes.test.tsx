import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { usePaneKeys } from "./panes.ts";

beforeEach(() => {
  Object.defineProperty(Element.prototype, "checkVisibility", {
    value: () => true,
    configurable: true,
  });
});
afterEach(cleanup);

function Screen() {
  usePaneKeys();
  return (
    <>
      <nav aria-label="Bars">Bars</nav>
      <main tabIndex={-1}>
        <button type="button">Write</button>
      </main>
    </>
  );
}

test("a pane focused with F6 is marked until it loses the focus", async () => {
  render(<Screen />);
  const member = userEvent.setup();
  await member.keyboard("{F6}");
  const bars = screen.getByRole("navigation");
  expect(document.activeElement).toBe(bars);
  expect(bars.dataset["paneFocus"]).toBe("");
  await member.keyboard("{F6}");
  const main = screen.getByRole("main");
  expect(document.activeElement).toBe(main);
  expect(bars.dataset["paneFocus"]).toBeUndefined();
  expect(main.dataset["paneFocus"]).toBe("");
  await member.tab();
  expect(main.dataset["paneFocus"]).toBeUndefined();
});
