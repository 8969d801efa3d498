import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useBackCloses } from "./use-back-closes.ts";

let wide: boolean;
/** What the router would be told of. */
let told: number;
const tell = () => {
  told += 1;
};

beforeEach(() => {
  wide = false;
  told = 0;
  Object.defineProperty(window, "matchMedia", {
    value: () => ({ matches: wide }),
    configurable: true,
    writable: true,
  });
  history.replaceState({ idx: 1 }, "", "/page");
  addEventListener("popstate", tell);
});
afterEach(() => {
  cleanup();
  removeEventListener("popstate", tell);
});

function Sheet({ name, onClose }: { name: string; onClose: () => void }) {
  useBackCloses(true, onClose);
  return (
    <div role="dialog" aria-label={name}>
      <button type="button" onClick={onClose}>
        Close {name}
      </button>
    </div>
  );
}

function Page({ refuses = false }: { refuses?: boolean }) {
  const [open, setOpen] = useState<readonly string[]>([]);
  return (
    <>
      {["first", "second"].map((name) => (
        <button key={name} type="button" onClick={() => setOpen([...open, name])}>
          Open {name}
        </button>
      ))}
      {open.map((name) => (
        <Sheet
          key={name}
          name={name}
          onClose={() => refuses || setOpen((all) => all.filter((one) => one !== name))}
        />
      ))}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const names = () =>
  screen.queryAllByRole("dialog").map((sheet) => sheet.getAttribute("aria-label"));
const goBack = () => act(async () => history.back());

describe("Back on a phone", () => {
  test("closes the sheet on top, and the router is not told", async () => {
    render(<Page />);
    await press("Open first");
    await press("Open second");
    await goBack();
    await waitFor(() => expect(names()).toEqual(["first"]));
    await goBack();
    await waitFor(() => expect(names()).toEqual([]));
    expect(told).toBe(0);
    expect(history.state).toEqual({ idx: 1 });
  });

  test("leaves no entry behind a sheet that was closed by its button", async () => {
    render(<Page />);
    const before = history.length;
    await press("Open first");
    expect(history.state).toEqual({ idx: 1, layer: true });
    await press("Close first");
    await waitFor(() => expect(history.state).toEqual({ idx: 1 }));
    expect(told).toBe(0);
    // Opened again it takes the place of the entry before.
    await press("Open first");
    await waitFor(() => expect(history.state).toEqual({ idx: 1, layer: true }));
    expect(history.length).toBeLessThanOrEqual(before + 1);
    await press("Close first");
    await waitFor(() => expect(history.state).toEqual({ idx: 1 }));
  });

  test("leads to the page before from one that a sheet led to", async () => {
    render(<Page />);
    await press("Open first");
    // As the router does for a link in the sheet.
    history.pushState({ idx: 2 }, "", "/next");
    await press("Close first");
    expect(history.state).toEqual({ idx: 2 });
    await goBack();
    await waitFor(() => expect(history.state).toEqual({ idx: 1 }));
    expect(told).toBe(1);
  });

  test("waits with a navigation until the entry of a closed sheet is gone", async () => {
    render(<Page />);
    await press("Open first");
    await act(async () => {
      screen.getByRole("button", { name: "Close first" }).click();
      await Promise.resolve();
      history.pushState({ idx: 2 }, "", "/next");
    });
    await waitFor(() => expect(location.pathname).toBe("/next"));
    await goBack();
    await waitFor(() => expect(history.state).toEqual({ idx: 1 }));
  });

  test("asks a sheet again that refused to close", async () => {
    render(<Page refuses />);
    await press("Open first");
    await goBack();
    await waitFor(() => expect(history.state).toEqual({ idx: 1, layer: true }));
    expect(names()).toEqual(["first"]);
    expect(told).toBe(0);
  });
});

test("on a desk a dialog has no entry in the history", async () => {
  wide = true;
  render(<Page />);
  await press("Open first");
  expect(history.state).toEqual({ idx: 1 });
});
