import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Boot, Brand } from "../api/types.ts";
import { openPage, servePages } from "../testing/open-page.tsx";
import { BrandLockup, BrandMark } from "./brand-lockup.tsx";

servePages();

const portal: Boot["portal"] = {
  tenantId: "0192f0c0aa7e7cc0b0d0000000000010",
  subdomain: "oak",
  affiliationId: "0192f0c0aa7e7cc0b0d0000000000020",
  brandName: "Oak",
  affiliationName: "Oak House",
};

/** Renders the lockup and the single mark on a portal with these pictures. */
async function signsOf(pictures: Pick<Brand, "logoUrl" | "markUrl">) {
  const element = (
    <>
      <div data-testid="lockup">
        <BrandLockup />
      </div>
      <div data-testid="mark">
        <BrandMark size={40} />
      </div>
    </>
  );
  const { app } = openPage("/", () => [{ path: "/", element: <p>Main</p> }]);
  const brand = { ...app.boot.brand, name: "Oak", initial: "O", ...pictures };
  openPage("/", () => [{ path: "/", element }], { mode: "whitelabel", portal, brand });
  const at = async (place: string) => await screen.findByTestId(place);
  return { lockup: await at("lockup"), mark: await at("mark") };
}

const shown = (place: HTMLElement) =>
  [...place.querySelectorAll("img")].map((image) => image.getAttribute("src"));
const octagon = (place: HTMLElement) => place.querySelector("[data-slot=hallmark]");

test("shows the whole logo with the name, and the mark in its octagon", async () => {
  const { lockup, mark } = await signsOf({ logoUrl: "/media/logo.webp", markUrl: "/media/m.webp" });
  expect(shown(lockup)).toEqual(["/media/logo.webp"]);
  expect(octagon(lockup)).toBeNull();
  expect(lockup.textContent).toBe("Oak");
  expect(octagon(mark)?.querySelector("img")?.getAttribute("src")).toBe("/media/m.webp");
});

test("a logo without a mark is not cut to the octagon", async () => {
  const { lockup, mark } = await signsOf({ logoUrl: "/media/logo.webp", markUrl: null });
  for (const place of [lockup, mark]) {
    expect(shown(place)).toEqual(["/media/logo.webp"]);
    expect(octagon(place)).toBeNull();
  }
});

test("shows the badge or the initial if there is no logo", async () => {
  const { lockup } = await signsOf({ logoUrl: "/media/gone.webp", markUrl: null });
  const image = lockup.querySelector("img");
  if (image === null) throw new Error("the logo is tried");
  fireEvent.error(image);
  expect(octagon(lockup)?.textContent).toBe("O");
});
