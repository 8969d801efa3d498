import type { components } from "@guildhall/web-kit/api/schema.d.ts";
import type { RequiredFields } from "@guildhall/web-kit/api/types.ts";

/** Types of the usage reports, generated from the API description. */
type Schemas = components["schemas"];

export type UsageReport = RequiredFields<Schemas["UsageReport"]>;
export type UsageFigure = RequiredFields<Schemas["UsageFigure"]>;
export type UsageWeek = RequiredFields<Schemas["UsageWeek"]>;
export type UsageAction = RequiredFields<Schemas["UsageAction"]>;
export type UsageEvent = Schemas["AnalyticsEventType"];
