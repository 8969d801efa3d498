import type { components } from "../../api/schema.d.ts";
import type { Page, RequiredFields } from "../../api/types.ts";

type Schemas = components["schemas"];

export type StrandType = Schemas["CordThreadType"];
/** A strand: one kind of activity between two people. */
export type Strand = RequiredFields<Schemas["CordThread"]>;
/** The cord between the viewer and another person (C-102). */
export type Cord = RequiredFields<Schemas["Cord"]>;
/** A row of the viewer's own cords. */
export type CordRow = RequiredFields<Schemas["CordListItem"]>;
export type CordPage = Page<CordRow>;
export type CordSettings = RequiredFields<Schemas["CordSettings"]>;
export type Voucher = RequiredFields<Schemas["VoucherEntry"]>;
export type Introduction = RequiredFields<Schemas["Introduction"]>;
export type NewIntroduction = RequiredFields<Schemas["NewIntroduction"]>;
