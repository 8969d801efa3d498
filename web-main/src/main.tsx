import { preloadScreens } from "@guildhall/web-kit/routes/site-routes.tsx";
import { start } from "@guildhall/web-kit/shell/start.tsx";
import { inWrapper } from "./native/wrapper.ts";
import { mainRoutes } from "./routes.tsx";
import "@guildhall/web-kit/theme/fonts.css";
import "./app.css";

void start({
  catalogues: { de: () => import("./catalogs/de.po") },
  isMain: true,
  routesOf: mainRoutes,
  afterwards: (go) => {
    preloadScreens([
      {
        afterMs: 1500,
        load: () => import("./features/staff/staff-frame.tsx"),
      },
    ]);
    inWrapper(() => {
      void import("./native/start-native.ts").then(({ startNative }) => startNative({ go }));
    });
  },
});
