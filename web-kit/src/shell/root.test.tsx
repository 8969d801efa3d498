import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FirstFrame } from "./root.tsx";

test("shows a spinner with a label while the guards run", () => {
  render(<FirstFrame />);
  const words = screen.getByText("Loading...");
  expect(words.querySelector("svg, [data-slot=spinner]")).not.toBeNull();
});
