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
])("the name %j has its parts by direction", (name, parts) => {
  expect(nameParts(name)).toEqual(parts);
});

test("each part of a name is isolated, and its text is the name", () => {
  const { container } = render(<PersonName name="Dana כהן לוי" />);
  expect([...container.querySelectorAll("bdi")].map((part) => part.textContent)).toEqual([
    "Dana",
    "כהן לוי",
  ]);
  expect(container.textContent).toBe("Dana כהן לוי");
});
