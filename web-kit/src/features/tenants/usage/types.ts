import type { components } from "../../../api/schema.d.ts";
import type { Whole } from "../../../api/types.ts";

/** What went on at a portal, or on the whole network; generated from the server's own description. */
type Schemas = components["schemas"];

export type UsageReport = Whole<Schemas["UsageReport"]>;
export type UsageFigure = Whole<Schemas["UsageFigure"]>;
export type UsageWeek = Whole<Schemas["UsageWeek"]>;
export type UsageAction = Whole<Schemas["UsageAction"]>;
export type UsageEvent = Schemas["AnalyticsEventType"];
