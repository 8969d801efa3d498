import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { TextAreaField, TextField } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

afterEach(cleanup);

function Example() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <FormDialog
      title="Report"
      confirm="Send"
      busy={false}
      failure={null}
      onSubmit={(event) => event.preventDefault()}
      onClose={() => setOpen(false)}
    >
      <TextAreaField label="Reason" defaultValue="Given" />
      <TextField label="Password" type="password" />
      <TextField label="Find people" type="search" />
    </FormDialog>
  ) : (
    <p>Closed</p>
  );
}

const asks = "Discard what you wrote?";

test("Escape closes a dialog without typed text", async () => {
  const member = userEvent.setup();
  render(<Example />);
  screen.getByLabelText("Reason").focus();
  await member.keyboard("{Escape}");
  expect(await screen.findByText("Closed")).toBeDefined();
});

test("Escape asks before typed text is lost, and Escape again keeps it", async () => {
  const member = userEvent.setup();
  render(<Example />);
  const reason = screen.getByLabelText("Reason");
  await member.type(reason, " and typed");
  await member.keyboard("{Escape}");
  expect(await screen.findByRole("dialog", { name: asks })).toBeDefined();
  await member.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: asks })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Report" })).toBeDefined();
  expect(reason).toHaveProperty("value", "Given and typed");
  await waitFor(() => expect(document.activeElement).toBe(reason));

  await member.keyboard("{Escape}");
  await member.click(await screen.findByRole("button", { name: "Discard" }));
  expect(await screen.findByText("Closed")).toBeDefined();
});

test("a click outside asks as well", async () => {
  const member = userEvent.setup();
  render(<Example />);
  await member.type(screen.getByLabelText("Reason"), "!");
  const outside = document.querySelector(".bg-scrim");
  if (outside !== null) await member.click(outside);
  await member.click(await screen.findByRole("button", { name: "Keep writing" }));
  expect(screen.getByLabelText("Reason")).toHaveProperty("value", "Given!");
});

test("passwords, search fields and emptied fields are not asked about", async () => {
  const member = userEvent.setup();
  render(<Example />);
  await member.type(screen.getByLabelText("Find people"), "ada");
  await member.type(screen.getByLabelText("Password"), "secret");
  await member.clear(screen.getByLabelText("Reason"));
  await member.keyboard("{Escape}");
  expect(await screen.findByText("Closed")).toBeDefined();
});
