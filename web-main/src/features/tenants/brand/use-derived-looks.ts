import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebounced } from "@guildhall/web-kit/ui/use-debounced.ts";
import { useTenant } from "../page/tenant-context.ts";
import { derivedQuery } from "../queries.ts";
import { parseColour } from "../rules.ts";
import type { BrandDocument, DerivedLooks } from "../types.ts";

const pauseMs = 200;

/**
 * The palette derived from a colour, debounced; the previous one is shown until the next is loaded.
 */
export function useDerivedLooks(colour: string, edited: BrandDocument | null): DerivedLooks | null {
  const { tenant } = useTenant();
  const settled = useDebounced(colour, pauseMs);
  const isKnown = edited !== null && edited.colour.toLowerCase() === settled;
  const { data } = useQuery({
    ...derivedQuery(tenant.id, settled),
    enabled: !isKnown && parseColour(settled) !== null,
    placeholderData: keepPreviousData,
  });
  return isKnown ? edited : (data ?? edited);
}
