import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { afterEach, expect, test } from "vitest";
import { IconButton } from "./icon-button.tsx";

afterEach(cleanup);

const renderButton = () => {
  render(<IconButton label="Delete" icon={<Trash2 />} />);
  return { button: screen.getByRole("button", { name: "Delete" }), person: userEvent.setup() };
};

test("a pointer that stays on a control shows its tooltip, until it leaves", async () => {
  const { button, person } = renderButton();
  await person.hover(button);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Delete");
  await person.unhover(button);
  await expect.poll(() => screen.queryByRole("tooltip")).toBeNull();
});

test("the tooltip stays while the pointer is on it", async () => {
  const { button, person } = renderButton();
  await person.hover(button);
  const tooltip = await screen.findByRole("tooltip");
  await person.hover(tooltip);
  fireEvent.keyDown(document.body, { key: "a" });
  expect(screen.getByRole("tooltip")).toBe(tooltip);
});

test("Escape hides the tooltip and does nothing else", async () => {
  const { button, person } = renderButton();
  let reached = 0;
  document.body.addEventListener("keydown", () => (reached += 1), { once: true });
  await person.hover(button);
  await screen.findByRole("tooltip");
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(reached).toBe(0);
});

test("a click hides the tooltip", async () => {
  const { button, person } = renderButton();
  await person.hover(button);
  await screen.findByRole("tooltip");
  await person.click(button);
  expect(screen.queryByRole("tooltip")).toBeNull();
});
