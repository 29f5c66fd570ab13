import { isSecretEnvelope, type Values } from "../../../../provider/spec/values.js";
import { isJsonObject, type Json } from "../../../../provider/text/json.js";
import type { By } from "../provider.ts";
import type { Ref } from "./program.ts";

/** A resource in the state of a stack. */
export interface Stored {
  readonly urn: string;
  readonly name: string;
  readonly kind: string;
  readonly id: string;
  /** The process that has made it, which deletes it, too. */
  readonly by: By;
  readonly inputs: Values;
  readonly outputs: Values;
  /** Its object stays on the gateway when the resource goes. */
  readonly retainOnDelete: boolean;
  /** Its last create or update was not finished: the engine updates it again, whatever the diff says. */
  readonly hasInitErrors: boolean;
  /** `leaving`: replaced, and its object is still to be deleted. `replacing`: its object is deleted, and its replacement not made yet. */
  readonly status: "stays" | "leaving" | "replacing";
}

/** What the program says of a resource apart from its inputs. */
export type Goal = Pick<Stored, "urn" | "name" | "kind" | "by" | "retainOnDelete">;

/** The resource that one with this URN goes on from. */
export function formerIn(resources: readonly Stored[], urn: string): Stored | undefined {
  return resources.find((each) => each.urn === urn && each.status !== "leaving");
}

/** What an error of a create or update says that the object is, if it has one. */
export function partialOf(error: unknown): { id: string; outputs: Values } | undefined {
  return error instanceof Error && "id" in error && "properties" in error
    ? { id: String(error.id), outputs: secretsOpened({ ...Object(error.properties) }) }
    : undefined;
}

/** Outputs as the engine hands them back: secrets without their envelope. */
export function secretsOpened(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, opened(value)]));
}

function opened(value: Json): Json {
  return isJsonObject(value) && isSecretEnvelope(value) ? (value.value ?? null) : value;
}

/** What an operation has recorded by any moment: what is new in it stands before the rest, as in the engine's snapshot. */
export class Snapshot {
  private fresh: readonly Stored[] = [];

  constructor(private rest: readonly Stored[]) {}

  get resources(): readonly Stored[] {
    return [...this.fresh, ...this.rest];
  }

  /** What this operation has not come to yet, and what is to be deleted. */
  get left(): readonly Stored[] {
    return this.rest;
  }

  /** The resource that one with this URN goes on from. */
  former(urn: string): Stored | undefined {
    return formerIn(this.rest, urn);
  }

  /** The value that this operation knows of what another resource refers to. */
  output({ ref, output }: Ref): Json | undefined {
    const source = this.fresh.find(({ name, status }) => name === ref && status === "stays");
    return output === "id" ? source?.id : source?.outputs[output];
  }

  record(old: Stored | undefined, made: Stored): void {
    this.fresh = [...this.fresh, made];
    this.rest = this.rest.filter((each) => each !== old);
  }

  /** Records what was created, perhaps in the place of another resource. */
  recordCreated(old: Stored | undefined, made: Stored): void {
    const predecessor = old === undefined ? undefined : this.former(old.urn);
    if (predecessor === undefined || predecessor.status === "replacing") {
      this.record(predecessor, made);
      return;
    }
    this.fresh = [...this.fresh, made];
    this.change(predecessor, { status: "leaving" });
  }

  change(stored: Stored, to: Partial<Stored>): void {
    this.rest = this.rest.map((each) => (each === stored ? { ...each, ...to } : each));
  }

  forget(stored: Stored): void {
    this.rest = this.rest.filter((each) => each !== stored);
  }
}
