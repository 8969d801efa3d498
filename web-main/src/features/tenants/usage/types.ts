import type { components } from "@guildhall/web-kit/api/schema.d.ts";
import type { Whole } from "@guildhall/web-kit/api/types.ts";

/** Types of the usage reports, generated from the API description. */
type Schemas = components["schemas"];

export type UsageReport = Whole<Schemas["UsageReport"]>;
export type UsageFigure = Whole<Schemas["UsageFigure"]>;
export type UsageWeek = Whole<Schemas["UsageWeek"]>;
export type UsageAction = Whole<Schemas["UsageAction"]>;
export type UsageEvent = Schemas["AnalyticsEventType"];
