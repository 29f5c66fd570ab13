import { isSecretEnvelope, type Values } from "../../../../provider/spec/values.js";
import { isJsonObject } from "../../../../provider/text/json.js";

/** A resource in the state of a stack. */
export interface Stored {
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** The URNs that its inputs come from, by input. */
  readonly inputsFrom: Readonly<Record<string, string>>;
  readonly protect: boolean;
  /** Its object stays on the gateway when the resource goes. */
  readonly retainOnDelete: boolean;
  /** When it was created, in milliseconds. */
  readonly created: number;
  /** Its last create or update was not finished: the engine updates it again, whatever the diff says. */
  readonly hasInitErrors: boolean;
  /** `leaving`: replaced, and its object is still to be deleted. `replacing`: its object is deleted, and its replacement not made yet. */
  readonly status: "stays" | "leaving" | "replacing";
}

/** What the program says of a resource apart from its inputs. */
export interface Goal
  extends Pick<Stored, "urn" | "name" | "kind" | "protect" | "retainOnDelete" | "inputsFrom"> {
  /** URNs that it had before. */
  readonly aliases?: readonly string[] | undefined;
}

/** An operation that was begun, and whose end nobody recorded. */
export interface Pending extends Goal {
  readonly doing: "creating" | "updating" | "deleting";
  /** Undefined for what is created or updated: the engine notes that before it knows the id. */
  readonly id?: string | undefined;
  readonly inputs: Values;
  /** When the run that began it did so itself, in milliseconds: the last copy of the state without it is from then. */
  readonly since: number;
}

export interface State {
  readonly resources: readonly Stored[];
  readonly pending: readonly Pending[];
}

/** The resource that one with these URNs goes on from. */
export function formerIn(resources: readonly Stored[], urns: readonly string[]): Stored | undefined {
  return urns
    .map((urn) => resources.find((each) => each.urn === urn && each.status !== "leaving"))
    .find((stored) => stored !== undefined);
}

/** What an error of a create or update says that the object is, if it has one. */
export function partialOf(error: unknown): { id: string; outputs: Values } | undefined {
  return error instanceof Error && "id" in error && "properties" in error
    ? { id: String(error.id), outputs: secretsOpened({ ...Object(error.properties) }) }
    : undefined;
}

/** Outputs as the engine hands them back: secrets without their envelope. */
export function secretsOpened(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isJsonObject(value) && isSecretEnvelope(value) ? (value.value ?? null) : value,
    ]),
  );
}
