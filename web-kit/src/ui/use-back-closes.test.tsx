import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createBrowserRouter, Link, useNavigate } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LeaveGuard } from "../forms/leave-guard.tsx";
import { Dialog } from "./dialog.tsx";
import { closeSheetsOnBack } from "./sheet-history.ts";
import { useBackCloses } from "./use-back-closes.ts";

type Router = ReturnType<typeof createBrowserRouter>;

let wide: boolean;
let router: Router;
let stop: () => void;

const routes = [
  { path: "/start", element: <h1>Start</h1> },
  { path: "/page", element: <Page /> },
  { path: "/unsaved", element: <Page unsaved /> },
  { path: "/sending", element: <Page refuses /> },
  { path: "/next", element: <h1>Next</h1> },
  // The page that the test before has left.
  { path: "*", element: null },
];

beforeEach(() => {
  wide = false;
  Object.defineProperty(window, "matchMedia", {
    value: () => ({ matches: wide }),
    configurable: true,
    writable: true,
  });
});
afterEach(() => close());

function close() {
  cleanup();
  stop();
  router.dispose();
}

/** What a browser does with a document that is loaded: the router begins with the current entry. */
function load() {
  ({ router, stop } = closeSheetsOnBack(() => createBrowserRouter(routes)));
  render(<RouterProvider router={router} />);
}

/** Opens a page with the page `/start` before it. */
async function open(path: string) {
  load();
  await go("/start");
  await go(path);
}

function Sheet({ name, onClose }: { name: string; onClose: () => void }) {
  const navigate = useNavigate();
  useBackCloses(true, onClose);
  return (
    <div role="dialog" aria-label={name}>
      <Link to="/next">Follow {name}</Link>
      <button type="button" onClick={onClose}>
        Close {name}
      </button>
      <button
        type="button"
        onClick={() => {
          onClose();
          void navigate("/next");
        }}
      >
        Save {name}
      </button>
      <button
        type="button"
        onClick={() => {
          void navigate("/next");
          onClose();
        }}
      >
        Send {name}
      </button>
    </div>
  );
}

function Page({ refuses = false, unsaved = false }: { refuses?: boolean; unsaved?: boolean }) {
  const [sheets, setSheets] = useState<readonly string[]>([]);
  return (
    <>
      <h1>Page</h1>
      <LeaveGuard dirty={unsaved} />
      {["first", "second"].map((name) => (
        <button key={name} type="button" onClick={() => setSheets([...sheets, name])}>
          Open {name}
        </button>
      ))}
      {sheets.map((name) => (
        <Sheet
          key={name}
          name={name}
          onClose={() => refuses || setSheets((all) => all.filter((one) => one !== name))}
        />
      ))}
    </>
  );
}

const go = (path: string, options = {}) => act(() => router.navigate(path, options));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const sheets = () =>
  screen.queryAllByRole("dialog").map((sheet) => sheet.getAttribute("aria-label"));
const here = () => location.pathname + location.search;
const shown = () => router.state.location.pathname + router.state.location.search;

/** Moves in the history as the browser's buttons do, until nothing moves any more. */
async function travel(steps: number) {
  await act(async () => {
    history.go(steps);
    // An entry that is skipped costs a second step, which begins with the event of the first.
    for (let moves = 0; moves < 4; moves += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await new Promise((done) => setTimeout(done));
    }
  });
}
const back = () => travel(-1);
const forward = () => travel(1);

async function expectPage(path: string) {
  await waitFor(() => expect(shown()).toBe(path));
  expect(here()).toBe(path);
}

describe("Back on a phone", () => {
  test("closes an open sheet and stays on the page", async () => {
    await open("/page");
    await press("Open first");
    const { key } = router.state.location;
    await back();
    expect(sheets()).toEqual([]);
    await expectPage("/page");
    expect(router.state.location.key).toBe(key);
    await back();
    await expectPage("/start");
  });

  test("closes nested sheets one after the other", async () => {
    await open("/page");
    await press("Open first");
    await press("Open second");
    await back();
    expect(sheets()).toEqual(["first"]);
    await back();
    expect(sheets()).toEqual([]);
    await expectPage("/page");
    await back();
    await expectPage("/start");
  });

  test("closes the lower sheet after the upper one was closed by its button", async () => {
    await open("/page");
    await press("Open first");
    await press("Open second");
    await press("Close second");
    await back();
    expect(sheets()).toEqual([]);
    await expectPage("/page");
    await back();
    await expectPage("/start");
  });

  test("closes all sheets that a longer step skips", async () => {
    await open("/page");
    await press("Open first");
    await press("Open second");
    await travel(-2);
    expect(sheets()).toEqual([]);
    await expectPage("/page");
  });

  test("leads to the page before when the sheet was closed by its button", async () => {
    await open("/page");
    await press("Open first");
    await press("Close first");
    await expectPage("/page");
    await back();
    await expectPage("/start");
  });

  test("asks a sheet again that refused to close", async () => {
    await open("/sending");
    await press("Open first");
    await back();
    await back();
    expect(sheets()).toEqual(["first"]);
    await expectPage("/sending");
  });
});

describe("a sheet that is closed", () => {
  test("leaves its entry to the next sheet", async () => {
    await open("/page");
    await press("Open first");
    const { length } = history;
    await press("Close first");
    await press("Open second");
    await press("Close second");
    await press("Open first");
    expect(history.length).toBe(length);
    await back();
    expect(sheets()).toEqual([]);
    await expectPage("/page");
  });

  test.each(["Save", "Send"])(
    "closing by %s does not undo the navigation that it starts",
    async (button) => {
      await open("/page");
      await press("Open first");
      await press("Open second");
      await press(`${button} second`);
      await expectPage("/next");
      // There is nothing to go forward to: a late step back would show here.
      await forward();
      await expectPage("/next");
      await back();
      await expectPage("/page");
      await back();
      await expectPage("/start");
    },
  );
});

describe("a navigation while a sheet is open", () => {
  test("through a link in the sheet keeps the sheet's page as the previous entry", async () => {
    await open("/page");
    await press("Open first");
    await userEvent.click(screen.getByRole("link", { name: "Follow first" }));
    await expectPage("/next");
    await back();
    await expectPage("/page");
    expect(sheets()).toEqual([]);
    await back();
    await expectPage("/start");
    await forward();
    await expectPage("/page");
    await forward();
    await expectPage("/next");
  });

  test("a replacing navigation survives closing the sheet", async () => {
    await open("/page");
    await press("Open first");
    await go("/page?sort=new", { replace: true, state: { chosen: "new" } });
    await back();
    expect(sheets()).toEqual([]);
    await expectPage("/page?sort=new");
    expect(history.state).toMatchObject({ usr: { chosen: "new" } });
    await back();
    await expectPage("/start");
  });

  test("a replacing navigation leaves no history entry of the first page", async () => {
    await open("/page");
    await press("Open first");
    await go("/next", { replace: true });
    await back();
    await expectPage("/start");
    await forward();
    await expectPage("/next");
  });
});

describe("a page that is loaded again while a sheet is open", () => {
  test("goes back to the page before", async () => {
    await open("/page");
    await press("Open first");
    close();
    load();
    await expectPage("/page");
    expect(sheets()).toEqual([]);
    await back();
    await expectPage("/start");
  });

  test("closes a sheet that is opened then", async () => {
    await open("/page");
    await press("Open first");
    close();
    load();
    await press("Open second");
    await back();
    expect(sheets()).toEqual([]);
    await expectPage("/page");
  });
});

test("Forward after Back does not open the sheet again and keeps the page", async () => {
  await open("/page");
  await press("Open first");
  await back();
  await go("/page?sort=new", { replace: true });
  await forward();
  expect(sheets()).toEqual([]);
  await expectPage("/page?sort=new");
  await back();
  await expectPage("/start");
});

describe("unsaved changes", () => {
  test("are asked about once the sheets are closed", async () => {
    await open("/unsaved");
    await press("Open first");
    await back();
    expect(sheets()).toEqual([]);
    await back();
    expect(await screen.findByText("Leave without saving?")).toBeTruthy();
    await expectPage("/unsaved");
    await press("Stay");
    await expectPage("/unsaved");
    await back();
    await press("Leave");
    await expectPage("/start");
  });

  test("are asked about after a sheet was closed by its button", async () => {
    await open("/unsaved");
    await press("Open first");
    await press("Close first");
    await back();
    expect(await screen.findByText("Leave without saving?")).toBeTruthy();
    await expectPage("/unsaved");
    await press("Leave");
    await expectPage("/start");
  });
});

test.each([{ blocking: true }, { guardsNavigation: true }])(
  "a dialog has no entry in the history with %o",
  async (kind) => {
    await open("/page");
    const { length } = history;
    render(<Dialog open {...kind} title="Agree first" onOpenChange={() => undefined} />);
    expect(screen.getByRole("dialog", { name: "Agree first" })).toBeTruthy();
    expect(history.length).toBe(length);
  },
);

test("adds no history entry for a dialog on a desktop", async () => {
  wide = true;
  await open("/page");
  const { length } = history;
  await press("Open first");
  expect(history.length).toBe(length);
});
