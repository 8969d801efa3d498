import type { BrowserContextOptions, PlaywrightTestOptions } from "@playwright/test";

export interface Opening {
  options: BrowserContextOptions;
  /** What else a journey may have said of its browsers: Playwright adds it by itself when it opens one. */
  others: object;
}

/** How a journey's browsers are opened. */
export async function asAsked(
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
  give: (opening: Opening) => Promise<void>,
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
