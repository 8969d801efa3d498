import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { THREAD_SORTS, type ThreadSort } from "../../api/keys.ts";
import { deviceStorage } from "../../recovery/device-storage.ts";

const STORED_SORT = "guildhall.thread-sort";
const PARAM = "sort";

function toSort(text: string | null): ThreadSort | null {
  return THREAD_SORTS.find((sort) => sort === text) ?? null;
}

function storedSort(): ThreadSort {
  return toSort(deviceStorage.read(STORED_SORT)) ?? "activity";
}

/** The order of a community's threads at an address; by default the one chosen last. */
export function readThreadSort(address: string): ThreadSort {
  return toSort(new URL(address).searchParams.get(PARAM)) ?? storedSort();
}

/** The order of the threads, kept in the address and remembered by the browser. */
export function useThreadSort(): [ThreadSort, (sort: ThreadSort) => void] {
  const [search, setSearch] = useSearchParams();
  const requested = toSort(search.get(PARAM));
  useEffect(() => {
    if (requested !== null) deviceStorage.write(STORED_SORT, requested);
  }, [requested]);
  const choose = (sort: ThreadSort) => {
    deviceStorage.write(STORED_SORT, sort);
    const next = new URLSearchParams(search);
    next.set(PARAM, sort);
    setSearch(next, { replace: true });
  };
  return [requested ?? storedSort(), choose];
}
