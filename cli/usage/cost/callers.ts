import { defined } from "pulumi-workspace-gateway/tools";
import type { Usage } from "../usage.js";
import { tallyOf } from "./tally.js";

/** Who called a model or a provider in the time that was read. */
export interface Callers {
  readonly requests: number;
  /** How many keys, and their ids. */
  readonly keys: number;
  readonly keyIds: readonly string[];
  /** When it was called last, ISO 8601. Undefined if it was not called. */
  readonly lastUse?: string;
}

/** Tells it of each id, however many they are; nobody called what has none yet. */
export function callersIn(
  { cells, lastSeen }: Usage,
  what: "model" | "provider",
): (id: string | undefined) => Callers {
  const byId = Map.groupBy(cells, (cell) => cell[what === "model" ? "modelId" : "providerId"]);
  return (id) => {
    const { requests, keys } = tallyOf(id === undefined ? [] : (byId.get(id) ?? []));
    return {
      requests,
      keys: keys.size,
      keyIds: [...keys].toSorted(),
      ...defined({ lastUse: requests === 0 ? undefined : lastSeen[what].get(id ?? "") }),
    };
  };
}
