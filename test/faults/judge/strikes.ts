import type { SetFault } from "../../gateway/index.ts";

/** Whether that which goes wrong in a row has happened at all: what did not happen has proven nothing. */
export interface Strikes {
  /** How many requests it hit, or how often it was seen. */
  readonly hits: number;
  /** What did not happen, in words. */
  readonly missed: readonly string[];
}

/** What a scenario says of itself, on a stage of which this is known. */
interface Witnessed<Stage> {
  readonly calm?: true;
  readonly variants?: object;
  seen?(stage: Stage): number;
}

interface Where {
  readonly gateway: { readonly faults: { readonly book: readonly SetFault<unknown>[] } };
  readonly proxy: { readonly faults: { readonly book: readonly SetFault<unknown>[] } };
  readonly spare: ReadonlySet<SetFault<unknown>>;
}

/** Looks at every fault that was ever set, on the gateway and on the way to it, and asks the scenario for the rest. */
export function strikes<Stage extends Where>(scenario: Witnessed<Stage>, stage: Stage): Strikes {
  const all = [...stage.gateway.faults.book, ...stage.proxy.faults.book];
  const book = all.filter((set) => !stage.spare.has(set));
  const seen = scenario.seen?.(stage);
  const missed = book
    .filter((set) => set.hits === 0)
    .map(({ fault }) => `this fault hit nothing: ${inWords(fault)}`);
  if (seen === 0) missed.push("what this row is about was not seen to happen");
  const isSilent = seen === undefined && scenario.calm !== true;
  if (isSilent && scenario.variants !== undefined)
    missed.push("nothing shows that its variants have mattered");
  else if (isSilent && book.length === 0)
    missed.push("it has set no fault, and nothing shows what went wrong");
  return { hits: book.reduce((sum, set) => sum + set.hits, seen ?? 0), missed };
}

function inWords(fault: object): string {
  return JSON.stringify(fault, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));
}
