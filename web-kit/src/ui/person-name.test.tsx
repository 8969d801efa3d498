import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { nameParts, PersonName } from "./person-name.tsx";

test.each([
  ["Nadia Rahman", ["Nadia Rahman"]],
  ["Dana כהן לוי", ["Dana", "כהן לוי"]],
  ["دانا Al Saud", ["دانا", "Al Saud"]],
  ["דנה כהן", ["דנה כהן"]],
  ["  Ann   Lee ", ["Ann Lee"]],
  ["", []],
])("splits the name %j by direction", (name, parts) => {
  expect(nameParts(name)).toEqual(parts);
});

test("isolates each part, and the text equals the name", () => {
  const { container } = render(<PersonName name="Dana כהן לוי" />);
  expect([...container.querySelectorAll("bdi")].map((part) => part.textContent)).toEqual([
    "Dana",
    "כהן לוי",
  ]);
  expect(container.textContent).toBe("Dana כהן לוי");
});
