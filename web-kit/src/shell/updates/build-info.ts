/** The marker of the build that this page was loaded from; null in development. */
export function loadedMarker(page: Document = document): string | null {
  return page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null;
}

/**
 * The marker of the build that the site serves now; null if it could not be read. iOS answers from
 * its cache despite the header, so the address differs there.
 */
export async function fetchPublishedMarker(isIos: boolean): Promise<string | null> {
  try {
    const listed = markerInJson(await fetchText("/version.json", isIos));
    // An edge of an earlier release answers unknown paths with the page.
    return listed ?? markerInPage(await fetchText("/", isIos));
  } catch {
    return null;
  }
}

/** Throws if the site cannot be reached: a reload would replace the page with an error. */
export async function checkReachable(): Promise<void> {
  await fetchText("/", false);
}

async function fetchText(path: string, isIos: boolean): Promise<string> {
  const response = await fetch(isIos ? `${path}?t=${String(Date.now())}` : path, {
    cache: "no-store",
    headers: { "Cache-Control": "no-cache" },
  });
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}`);
  return response.text();
}

function markerInJson(text: string): string | null {
  try {
    const listed: unknown = JSON.parse(text);
    if (typeof listed !== "object" || listed === null) return null;
    const marker: unknown = Reflect.get(listed, "marker");
    return typeof marker === "string" && marker !== "" ? marker : null;
  } catch {
    return null;
  }
}

function markerInPage(html: string): string | null {
  return loadedMarker(new DOMParser().parseFromString(html, "text/html"));
}
