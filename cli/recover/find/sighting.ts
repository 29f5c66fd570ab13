import type { JsonObject, Target } from "pulumi-workspace-gateway/tools";
import type { LostCreate } from "../lost-create.js";

/** An object with the name of a lost create that belongs to no resource. */
export interface Namesake {
  readonly id: string;
  readonly row: JsonObject;
  /** When it was made, by the server's clock in milliseconds. Undefined if the gateway does not show it. */
  readonly at: number | undefined;
  /** `within` a run that may have made it, or `before` all of them. */
  readonly made: "within" | "before" | "between" | "unknown";
}

/** What a list shows of a lost create. */
export interface Sighting {
  readonly lost: LostCreate;
  readonly target: Target;
  readonly namesakes: readonly Namesake[];
  /** Whether the list had everything. */
  readonly complete: boolean;
}

/** The objects that a lost create may have made. */
export function candidatesOf({ namesakes }: Sighting): Namesake[] {
  return namesakes.filter(({ made }) => made === "within" || made === "unknown");
}
