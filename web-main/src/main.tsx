import { preloadScreens } from "@guildhall/web-kit/routes/site-routes.tsx";
import { start } from "@guildhall/web-kit/shell/start.tsx";
import { inWrapper } from "./native/wrapper.ts";
import { mainScreens } from "./preload.ts";
import { mainRoutes } from "./routes.tsx";
import "@guildhall/web-kit/theme/fonts.css";
import "./app.css";

void start({
  catalogues: { de: () => import("./catalogs/de.po") },
  isMain: true,
  routesOf: mainRoutes,
  afterwards: (go, cache) => {
    preloadScreens(mainScreens(cache));
    inWrapper(() => {
      void import("./native/start-native.ts").then(({ startNative }) => startNative({ go }));
    });
  },
});
