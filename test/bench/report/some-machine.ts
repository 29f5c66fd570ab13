import type { Machine } from "../machine.ts";

/** Some machine, for the tests of what is reported. */
export const someMachine: Machine = {
  date: "2026-11-21",
  cores: 2,
  model: "a model",
  memoryGigabytes: 8,
  system: "a system",
  node: "v24.0.0",
  pulumi: "v3.259.0",
  sdk: "v3.270.0",
};
