import type { Json } from "../../../../provider/text/json.js";
import type { Ref } from "../program/program.ts";
import { formerIn, type Pending, type State, type Stored } from "./state.ts";

/** What an operation has recorded by any moment: what is new in it stands before the rest, as in the engine's snapshot. */
export class Snapshot {
  private fresh: readonly Stored[] = [];
  private rest: readonly Stored[];
  private pending: readonly Pending[];
  private readonly seen = new Set<string>();

  constructor(before: State) {
    this.rest = before.resources;
    // What creates have made stays unknown until a person looks; the engine repeats everything else.
    this.pending = before.pending.filter(({ doing }) => doing === "creating");
  }

  get state(): State {
    return { resources: [...this.fresh, ...this.rest], pending: this.pending };
  }

  /** What this operation has not come to yet, and what is to be deleted. */
  get left(): readonly Stored[] {
    return this.rest;
  }

  /** The resource that one with these URNs goes on from. */
  former(urns: readonly string[]): Stored | undefined {
    return formerIn(this.rest, urns);
  }

  /** Whether this operation has come to the resource. */
  has(urn: string): boolean {
    return this.seen.has(urn);
  }

  /** The value that this operation knows of what another resource refers to. */
  output({ ref, output }: Ref): Json | undefined {
    const source = this.fresh.find(({ name, status }) => name === ref && status === "stays");
    return output === "id" ? source?.id : source?.outputs[output];
  }

  record(old: Stored | undefined, made: Stored): void {
    this.seen.add(made.urn);
    this.fresh = [...this.fresh, made];
    this.rest = this.rest.filter((each) => each !== old);
  }

  /** Records what was created, perhaps in the place of another resource. */
  recordCreated(old: Stored | undefined, made: Stored): void {
    const predecessor = old === undefined ? undefined : this.former([old.urn]);
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

  begin(operation: Pending): void {
    this.pending = [...this.pending, operation];
  }

  end(operation: Pending): void {
    this.pending = this.pending.filter((each) => each !== operation);
  }
}
