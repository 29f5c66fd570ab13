import type { Values } from "../../../../provider/spec/values.js";
import { secretsOpened } from "./envelope.ts";
import type { Plugin } from "./plugin.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Goal, type Pending, partialOf, type Stored } from "./state.ts";

/** Carries steps out: each is noted before it begins, and what it has done is recorded when it ends. */
export class CarryingOut {
  private readonly since: number;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly plugin: Plugin,
  ) {
    this.since = plugin.now();
  }

  async create(goal: Goal, inputs: Values, old: Stored | undefined): Promise<void> {
    const made = {
      ...goal,
      inputs,
      status: "stays",
      hasInitErrors: false,
      created: this.plugin.now(),
    } as const;
    await this.noted({ ...goal, doing: "creating", inputs }, async () => {
      try {
        const creating = this.plugin.provider(goal.kind).create(structuredClone(inputs));
        const { id, outs } = await this.plugin.written(creating);
        this.snapshot.recordCreated(old, { ...made, id, outputs: secretsOpened({ ...outs }) });
      } catch (error) {
        const partial = partialOf(error);
        if (partial !== undefined)
          this.snapshot.recordCreated(old, { ...made, ...partial, hasInitErrors: true });
        throw error;
      }
    });
  }

  async update(goal: Goal, old: Stored, inputs: Values): Promise<void> {
    const { id } = old;
    await this.noted({ ...goal, doing: "updating", inputs }, async () => {
      try {
        const updating = this.plugin.provider(goal.kind).update?.(id, structuredClone(old.outputs), inputs);
        const { outs } = await this.plugin.written(updating ?? Promise.resolve({ outs: {} }));
        const outputs = secretsOpened({ ...outs });
        this.snapshot.record(old, { ...old, ...goal, inputs, outputs, hasInitErrors: false });
      } catch (error) {
        const partial = partialOf(error);
        if (partial !== undefined)
          this.snapshot.record(old, { ...old, ...goal, ...partial, hasInitErrors: true });
        throw error;
      }
    });
  }

  /** Deletes the object of a resource whose replacement comes next. */
  async deleteForReplacement(stored: Stored): Promise<void> {
    await this.release(stored);
    this.snapshot.change(stored, { status: "replacing" });
  }

  async delete(stored: Stored): Promise<void> {
    if (stored.protect && stored.status === "stays") {
      throw new Error(`resource "${stored.urn}" cannot be deleted: it is protected`);
    }
    if (stored.status !== "replacing") await this.release(stored);
    this.snapshot.forget(stored);
  }

  private async release(stored: Stored): Promise<void> {
    if (stored.retainOnDelete) {
      this.plugin.retained.push(stored);
      return;
    }
    const { kind, id, outputs } = stored;
    await this.noted({ ...stored, doing: "deleting" }, async () => {
      const deleting = this.plugin.provider(kind).delete?.(id, structuredClone(outputs));
      await this.plugin.written(deleting ?? Promise.resolve());
    });
  }

  /** A process that dies does not come to the end. */
  private async noted(operation: Omit<Pending, "since">, work: () => Promise<void>): Promise<void> {
    const begun = { ...operation, since: this.since };
    this.snapshot.begin(begun);
    try {
      await work();
    } finally {
      this.snapshot.end(begun);
    }
  }
}
