import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FirstFrame } from "./root.tsx";

test("while the door is being decided on, something turns and says so", () => {
  render(<FirstFrame />);
  const words = screen.getByText("Loading...");
  expect(words.querySelector("svg, [data-slot=spinner]")).not.toBeNull();
});
