import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSettled } from "@guildhall/web-kit/ui/use-settled.ts";
import { useTenant } from "../page/place.ts";
import { derivedQuery } from "../queries.ts";
import { colourIn } from "../rules.ts";
import type { BrandDocument, DerivedLooks } from "../types.ts";

const pauseMs = 200;

/**
 * The palette derived from a colour, debounced; the previous one is shown until the next is loaded.
 */
export function useLooks(colour: string, edited: BrandDocument | null): DerivedLooks | null {
  const { tenant } = useTenant();
  const settled = useSettled(colour, pauseMs);
  const isKnown = edited !== null && edited.colour.toLowerCase() === settled;
  const { data } = useQuery({
    ...derivedQuery(tenant.id, settled),
    enabled: !isKnown && colourIn(settled) !== null,
    placeholderData: keepPreviousData,
  });
  return isKnown ? edited : (data ?? edited);
}
