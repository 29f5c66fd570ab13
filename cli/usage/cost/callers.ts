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

/** Nobody, of an object that has no id yet. */
export function callersOf({ cells, lastSeen }: Usage, what: "model" | "provider", id?: string): Callers {
  const part = what === "model" ? "modelId" : "providerId";
  const { requests, keys } = tallyOf(id === undefined ? [] : cells.filter((cell) => cell[part] === id));
  return {
    requests,
    keys: keys.size,
    keyIds: [...keys].toSorted(),
    ...defined({ lastUse: requests === 0 ? undefined : lastSeen[what].get(id ?? "") }),
  };
}
