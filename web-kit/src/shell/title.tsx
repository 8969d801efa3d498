import { useBoot } from "./app.ts";

/** Names the page in the tab and in the history. React puts it in the head, wherever it is drawn. */
export function Title({ children }: { children: string }) {
  const { brand } = useBoot();
  return <title>{`${children} · ${brand.name}`}</title>;
}
