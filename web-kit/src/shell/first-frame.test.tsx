import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FirstFrame, keepServedFrame } from "./first-frame.tsx";

test("shows a spinner with a label while the guards run", () => {
  render(<FirstFrame />);
  const words = screen.getByText("Loading...");
  expect(words.querySelector("svg, [data-slot=spinner]")).not.toBeNull();
});

test("shows the frame that the page was served with", () => {
  const root = document.createElement("div");
  root.innerHTML = '<div data-frame="login"><p role="status">Loading...</p><b>Guildhall</b></div>';
  const served = root.innerHTML;
  keepServedFrame(root);
  root.replaceChildren();
  const { container, unmount } = render(<FirstFrame />);
  expect(container.firstElementChild?.innerHTML).toBe(served);
  // It is shown twice: before the boot data is read, and while the first route loads.
  unmount();
  expect(render(<FirstFrame />).container.firstElementChild?.innerHTML).toBe(served);
});
