/** What can happen to a request, before or after the gateway has carried it out. */
export const faults = [
  "ok",
  "500 before",
  "500 after",
  "reset before",
  "reset after",
  "time-out before",
  "time-out after",
  "late",
  "429",
  "refused",
] as const;

export type Fault = (typeof faults)[number];
