import type { BrowserContextOptions, PlaywrightTestOptions } from "@playwright/test";

export interface BrowserOptions {
  options: BrowserContextOptions;
  /** Further context options of the test, which Playwright applies itself. */
  others: object;
}

/** The context options for a test's browsers. */
export async function resolveBrowserOptions(
  {
    contextOptions,
    viewport,
    hasTouch,
    isMobile,
    userAgent,
    acceptDownloads,
    baseURL,
    bypassCSP,
    clientCertificates,
    contrast,
    deviceScaleFactor,
    forcedColors,
    geolocation,
    httpCredentials,
    ignoreHTTPSErrors,
    javaScriptEnabled,
    locale,
    offline,
    proxy,
    screen,
    serviceWorkers,
    storageState,
    timezoneId,
  }: PlaywrightTestOptions,
  give: (opening: BrowserOptions) => Promise<void>,
): Promise<void> {
  await give({
    options: {
      ...contextOptions,
      viewport,
      hasTouch,
      isMobile,
      ...(userAgent !== undefined && { userAgent }),
      colorScheme: "light",
      reducedMotion: "reduce",
      permissions: ["clipboard-write"],
    },
    others: {
      acceptDownloads,
      baseURL,
      bypassCSP,
      clientCertificates,
      contrast,
      deviceScaleFactor,
      forcedColors,
      geolocation,
      httpCredentials,
      ignoreHTTPSErrors,
      javaScriptEnabled,
      locale,
      offline,
      proxy,
      screen,
      serviceWorkers,
      storageState,
      timezoneId,
    },
  });
}
