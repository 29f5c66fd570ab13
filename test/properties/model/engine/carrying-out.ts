import type { Values } from "../../../../provider/spec/values.js";
import type { Plugin } from "./plugin.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Goal, type Pending, partialOf, type Stored, secretsOpened } from "./state.ts";

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
    const made = { ...goal, inputs, status: "stays", created: this.plugin.now() } as const;
    await this.written(
      { ...goal, doing: "creating", inputs },
      () => this.plugin.provider(goal.kind).create(structuredClone(inputs)),
      (outcome) => this.snapshot.recordCreated(old, { ...made, ...outcome }),
    );
  }

  async update(goal: Goal, old: Stored, inputs: Values): Promise<void> {
    const { id, outputs } = old;
    await this.written(
      { ...goal, doing: "updating", inputs },
      async () => ({
        id,
        ...(await this.plugin.provider(goal.kind).update?.(id, structuredClone(outputs), inputs)),
      }),
      (outcome) => {
        const own = outcome.hasInitErrors ? {} : { inputs };
        this.snapshot.record(old, { ...old, ...goal, ...own, ...outcome });
      },
    );
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

  /** Records what came of it: all that was asked for, or what an error says that there is of it. */
  private async written(
    operation: Omit<Pending, "since">,
    call: () => Promise<{ id: string; outs?: Values }>,
    record: (outcome: Pick<Stored, "id" | "outputs" | "hasInitErrors">) => void,
  ): Promise<void> {
    await this.noted(operation, async () => {
      try {
        const { id, outs } = await this.plugin.written(call());
        record({ id, outputs: secretsOpened({ ...outs }), hasInitErrors: false });
      } catch (error) {
        const partial = partialOf(error);
        if (partial !== undefined) record({ ...partial, hasInitErrors: true });
        throw error;
      }
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
