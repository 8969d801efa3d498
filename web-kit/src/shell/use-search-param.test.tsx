import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useSearchParamFields } from "./use-search-param.ts";

function List() {
  const [{ q }, change] = useSearchParamFields({ q: "" });
  return (
    <>
      <input aria-label="Search" value={q} onChange={({ target }) => change({ q: target.value })} />
      <Link to="/tickets/1">Ticket</Link>
      <Outlet />
    </>
  );
}

test("a search that is typed while a page opens does not cancel that navigation", async () => {
  const { promise: guarded, resolve: admit } = Promise.withResolvers<null>();
  const router = createMemoryRouter(
    [
      {
        path: "/tickets",
        Component: List,
        children: [{ path: ":id", loader: () => guarded, Component: () => <h1>The ticket</h1> }],
      },
    ],
    { initialEntries: ["/tickets"] },
  );
  render(<RouterProvider router={router} />);
  const member = userEvent.setup();
  await member.click(screen.getByRole("link", { name: "Ticket" }));
  await member.type(screen.getByRole("textbox", { name: "Search" }), "logo");
  expect(screen.getByRole("textbox", { name: "Search" })).toHaveProperty("value", "logo");
  admit(null);
  expect(await screen.findByRole("heading", { name: "The ticket" })).toBeDefined();
  await waitFor(() => expect(router.state.location.search).toBe("?q=logo"));
  expect(router.state.location.pathname).toBe("/tickets/1");
});
