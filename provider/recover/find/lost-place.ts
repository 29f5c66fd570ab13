import type { Target } from "../../lifecycle/operation/target.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";

/** A resource in the state of the stack. */
export interface RecordedResource {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** Where lost objects are looked for, and what is known about this place. */
export interface LostPlace {
  /** One object of a kind on the gateway. */
  targetOf(kind: Kind, values: Values): Target;
  /** Whether a resource of the state has the object of this gateway, which goes by its mark. */
  held(kindName: string, id: string, gateway: string): boolean;
  /** What the state has: it tells which account wrote it, and what the values of other objects are. */
  readonly known?: readonly RecordedResource[];
  /** Told how many lists have been searched, of how many. */
  told?(done: number, all: number): void;
}
