import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useHeadingOutOfView } from "./use-heading-out-of-view.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Thread() {
  const { ref, isOutOfView } = useHeadingOutOfView();
  return (
    <>
      <p>{isOutOfView ? "Caption" : "Community"}</p>
      <h1 ref={ref}>Caption of the thread</h1>
    </>
  );
}

test("reports a heading that is scrolled out of view, and its return", () => {
  let report: (isIntersecting: boolean) => void = () => undefined;
  const disconnect = vi.fn();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => told([{ isIntersecting }]);
      }
      observe = vi.fn();
      disconnect = disconnect;
    },
  );
  const { unmount } = render(<Thread />);
  expect(screen.getByText("Community")).toBeDefined();
  act(() => report(false));
  expect(screen.getByText("Caption")).toBeDefined();
  act(() => report(true));
  expect(screen.getByText("Community")).toBeDefined();
  unmount();
  expect(disconnect).toHaveBeenCalledOnce();
});

test("a browser that cannot observe it keeps the heading as in view", () => {
  Reflect.deleteProperty(window, "IntersectionObserver");
  render(<Thread />);
  expect(screen.getByText("Community")).toBeDefined();
});
