import { useBoot } from "./app.ts";

/** Sets the document title. React moves it to the head from any component. */
export function Title({ children }: { children: string }) {
  const { brand } = useBoot();
  return <title>{`${children} · ${brand.name}`}</title>;
}
