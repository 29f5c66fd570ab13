import { projectRow } from "../known.js";

/** A provider that a program declares has settings in the program, which nobody else sees. */
export const providersCheck = projectRow("other providers", ["uses"], ({ uses }, check) => {
  const names = new Set(uses.flatMap(({ provider }) => provider ?? []));
  return names.size === 0
    ? undefined
    : check.notChecked(`the settings of ${[...names].join(", ")} stand in the program`);
});
