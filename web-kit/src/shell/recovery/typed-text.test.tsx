import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { clearExceptUnsent } from "../../recovery/kept-storage.ts";
import { restoreTypedText, storeTypedText, watchTypedText } from "../../recovery/typed-text.ts";

beforeAll(watchTypedText);
afterEach(() => {
  stop();
  cleanup();
  sessionStorage.clear();
});

let stop: () => void = () => undefined;

function Form() {
  const [bio, setBio] = useState("From the server");
  return (
    <form>
      <label>
        Bio
        <textarea value={bio} onChange={({ target }) => setBio(target.value)} />
      </label>
      <input aria-label="City" defaultValue="Lagos" />
      <input aria-label="Password" type="password" />
      <output>{bio}</output>
    </form>
  );
}

/** Types into a form, and opens the page again. */
async function typeAndReload(ownerId: string | null) {
  const member = userEvent.setup();
  render(<Form />);
  await member.clear(screen.getByLabelText("Bio"));
  await member.type(screen.getByLabelText("Bio"), "Typed");
  await member.type(screen.getByLabelText("Password"), "secret");
  storeTypedText(ownerId);
  cleanup();
}

const value = (label: string) => {
  const field = screen.getByLabelText(label);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value
    : null;
};

test("typed text returns to its field and to the form's state", async () => {
  await typeAndReload("ada");
  render(<Form />);
  stop = restoreTypedText("ada");
  expect(value("Bio")).toBe("Typed");
  expect(screen.getByRole("status").textContent).toBe("Typed");
  expect(value("City")).toBe("Lagos");
});

test("a password is never stored", async () => {
  await typeAndReload("ada");
  expect(sessionStorage.getItem("guildhall.typed-text")).not.toContain("secret");
});

test("a field that appears later is filled when it gets the focus", async () => {
  await typeAndReload("ada");
  stop = restoreTypedText("ada");
  render(<Form />);
  fireEvent.focusIn(screen.getByLabelText("Bio"));
  expect(value("Bio")).toBe("Typed");
});

test("typed text is given to its author only, and deleted", async () => {
  await typeAndReload("ada");
  render(<Form />);
  stop = restoreTypedText("bob");
  expect(value("Bio")).toBe("From the server");
  expect(sessionStorage).toHaveLength(0);
});

test("typed text waits until the account of the page is known", async () => {
  await typeAndReload("ada");
  render(<Form />);
  restoreTypedText(null)();
  expect(value("Bio")).toBe("From the server");
  stop = restoreTypedText("ada");
  expect(value("Bio")).toBe("Typed");
});

test("a hard refresh keeps what was not sent", () => {
  for (const key of ["gh-draft/a", "gh-outbox/b", "gh-application/c", "gh-signup", "theme"]) {
    localStorage.setItem(key, "x");
  }
  clearExceptUnsent(localStorage);
  expect(Object.keys(localStorage).toSorted()).toEqual([
    "gh-application/c",
    "gh-draft/a",
    "gh-outbox/b",
    "gh-signup",
  ]);
  localStorage.clear();
});
