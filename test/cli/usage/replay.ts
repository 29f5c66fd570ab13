import type { UsageCell } from "../../../cli/usage/usage.js";
import type { Planned } from "../account/engine.ts";
import { accountAt, deciderOf, endOf, type NaiveAccount, namesOf, workspaceOf } from "../account/naive.ts";

/** A row of the metrics, as far as its cost goes; `model` is the logical name of one, or of none. */
export interface Row {
  readonly model: string;
  readonly tokensInput: number;
  readonly tokensOutput: number;
  readonly cost: number;
}

/** What a row costs with the plan, at least and at most; undefined if only the `up` knows, or another gateway. */
export interface Replayed {
  readonly least: number;
  readonly most: number;
  /** Whether the names that callers may have asked are all known: no pattern takes others. */
  readonly isWhole: boolean;
}

type Asking = readonly [before: NaiveAccount, after: NaiveAccount];

/** Reads rows by hand: each is asked again under every name that it may have been asked by, and priced anew. */
export class Replay {
  private readonly asking: Asking;

  constructor(
    planned: readonly Planned[],
    gatewayNames: ReadonlyMap<string, string>,
    private readonly unit: number,
  ) {
    this.asking = [accountAt("before", planned, gatewayNames), accountAt("after", planned, gatewayNames)];
  }

  /** Undefined if some of it is not known. */
  costOf(row: Row): Replayed | undefined {
    const [before, after] = this.asking;
    const old = before.things.find(({ name }) => name === row.model);
    if (old === undefined) return { least: row.cost, most: row.cost, isWhole: true };
    const place = workspaceOf(row.model);
    const isWhole = !this.asking.some(({ things }) =>
      things.some(({ name, args }) => workspaceOf(name) === place && args.isPattern === true),
    );
    const names = namesOf(this.asking).flatMap(([workspace, name]) =>
      workspace === place && endOf(before, place, name) === row.model ? [name] : [],
    );
    const mapped = names.filter((name) => deciderOf(before, place, name) !== undefined);
    const asked = mapped.length > 0 || !isWhole ? mapped : names;
    if (asked.length === 0 && !isWhole) return undefined;
    const ends = asked.length === 0 ? [row.model] : asked.map((name) => this.endAfter(place, name));
    const costs = ends.map((end) => {
      if (end === undefined) return undefined;
      const model = after.things.find(({ name }) => name === end);
      if (model === undefined) return 0; // it fails
      const isSame =
        end === row.model &&
        ["inputCost", "outputCost"].every((field) => model.args[field] === old.args[field]);
      const { inputCost, outputCost } = model.args;
      const list = row.tokensInput * Number(inputCost) + row.tokensOutput * Number(outputCost);
      return isSame ? row.cost : list / this.unit;
    });
    const known = costs.filter((cost) => cost !== undefined);
    return known.length < costs.length
      ? undefined
      : { least: Math.min(...known), most: Math.max(...known), isWhole };
  }

  /** The model that answers a name, "" if none does, and undefined if that is not known. */
  private endAfter(workspace: string, name: string): string | undefined {
    const [before, after] = this.asking;
    const end = endOf(after, workspace, name);
    if (end === "open" || end === "?") return undefined;
    if (end !== "none") return end;
    const target = deciderOf(after, workspace, name)?.args.targetModel;
    const wasOurs = before.things.some(
      (thing) => workspaceOf(thing.name) === workspace && thing.gatewayName === target,
    );
    return target === undefined || wasOurs ? "" : undefined;
  }
}

/** Rows, each as a cell of its own; the id of `one-a` is `one-a-id`. */
export function cellsOf(rows: readonly Row[]): UsageCell[] {
  return rows.map(({ model, ...sums }, at) => ({
    minute: 29_000_000 + at,
    modelId: `${model}-id`,
    providerId: null,
    keyId: `key-${at % 3}`,
    status: 200,
    requests: 1,
    withoutCost: 0,
    ...sums,
  }));
}
