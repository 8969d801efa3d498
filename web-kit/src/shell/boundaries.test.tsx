import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openPage, servePages } from "../testing/open-page.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { failedAtKey } from "./lazy.ts";
import { RouteError } from "./route-error.tsx";

servePages();

beforeEach(() => {
  // React logs every error that a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  document.cookie = "csst_present=; max-age=0";
  // The page was reloaded a moment ago, so it is not reloaded again.
  localStorage.setItem(failedAtKey, String(Date.now()));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const gone = () => new TypeError("Failed to fetch dynamically imported module: /assets/x.js");

/** Opens a screen whose code is loaded by this function. */
function openPart(load: () => Promise<unknown>, path = "/part") {
  return openPage(path, () => [
    { path: "/", element: <h1>Home</h1> },
    {
      children: [
        {
          errorElement: <RouteError />,
          children: [
            { path: "part", loader: load, element: <h1>The part</h1> },
            { path: "other", loader: load, element: <h1>The other part</h1> },
          ],
        },
      ],
    },
  ]);
}

describe("a chunk that fails to load", () => {
  test("shows the error with three actions", async () => {
    const { member, path } = openPart(() => Promise.reject(gone()));
    expect(await screen.findByRole("heading", { name: "Loading Error" })).toBeTruthy();
    const words = screen.getByRole("alert").textContent ?? "";
    expect(words).toContain(
      "There was an issue loading this part of the app. This usually happens when the app has been updated.",
    );
    expect(words).toContain(
      "If this problem persists, try closing and reopening the app completely.",
    );
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Refresh App" })).toBeTruthy();
    await member.click(screen.getByRole("button", { name: "Go to Home" }));
    expect(await screen.findByRole("heading", { name: "Home" })).toBeTruthy();
    expect(path()).toBe("/");
  });

  test("is recorded, retried twice after a second each, and then reported", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const before = Number(localStorage.getItem(failedAtKey));
    const load = vi.fn<() => Promise<unknown>>(() => Promise.reject(gone()));
    openPart(load);
    await screen.findByRole("heading", { name: "Loading Error" });
    expect(Number(localStorage.getItem("dynamic-import-errors"))).toBeGreaterThanOrEqual(before);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1100);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await vi.advanceTimersByTimeAsync(1100);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(3));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).toHaveBeenCalledTimes(3);
  });

  test("is shown if a later attempt succeeds", async () => {
    const load = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(gone());
    // As over a network: attempts that fail at once would not be rendered separately.
    load.mockImplementation(() => new Promise((come) => setTimeout(come, 50, null)));
    openPart(load, "/other");
    await screen.findByRole("heading", { name: "Loading Error" });
    expect(await screen.findByRole("heading", { name: "The other part" })).toBeTruthy();
  });

  test("is reloaded after deleting all caches", async () => {
    const { member } = openPart(() => Promise.reject(gone()));
    const refresh = await screen.findByRole("button", { name: "Refresh App" });
    const caches = {
      keys: vi.fn<() => Promise<string[]>>().mockResolvedValue(["screens"]),
      delete: vi.fn<(name: string) => Promise<boolean>>().mockResolvedValue(true),
    };
    const unregister = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
    const reload = vi.fn<() => void>();
    vi.stubGlobal("caches", caches);
    vi.stubGlobal("location", { reload });
    Object.defineProperty(navigator, "serviceWorker", {
      value: { getRegistrations: () => Promise.resolve([{ unregister }]) },
      configurable: true,
    });
    localStorage.setItem("kept", "here");
    sessionStorage.setItem("kept", "here");
    await member.click(refresh);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(caches.delete).toHaveBeenCalledWith("screens");
    expect(unregister).toHaveBeenCalledOnce();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    Reflect.deleteProperty(navigator, "serviceWorker");
  });
});

function Broken({ fails = () => true }: { fails?: () => boolean }) {
  if (fails()) throw new Error("x is not a function");
  return <h1>Mended</h1>;
}

test("a failed screen keeps the navigation and shows help", async () => {
  openPage("/broken", () => [
    { errorElement: <RouteError />, children: [{ path: "broken", element: <Broken /> }] },
  ]);
  expect(await screen.findByRole("heading", { name: "Something went wrong" })).toBeTruthy();
  expect(
    screen.getByText("An unexpected error occurred. Please try refreshing the page."),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
});

test("the outermost boundary catches other errors and offers a retry and a reload", async () => {
  const member = userEvent.setup();
  const reload = vi.fn<() => void>();
  let broken = true;
  render(
    <ErrorBoundary>
      <Broken fails={() => broken} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { name: "Oops! Something went wrong" })).toBeTruthy();
  expect(
    screen.getByText(
      "We apologize for the inconvenience. The application encountered an unexpected error.",
    ),
  ).toBeTruthy();
  vi.stubGlobal("location", { reload });
  await member.click(screen.getByRole("button", { name: "Reload Page" }));
  expect(reload).toHaveBeenCalledOnce();
  broken = false;
  await member.click(screen.getByRole("button", { name: "Try Again" }));
  expect(screen.getByRole("heading", { name: "Mended" })).toBeTruthy();
  cleanup();
});
