import type { Risk } from "../facts/review.js";

/** A sign for each risk: it is seen first, the word beside it can be read aloud. */
export const riskSigns: Readonly<Record<Risk, string>> = { high: "🔴", medium: "🟠", low: "🟡", none: "🟢" };
