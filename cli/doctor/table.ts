import { messageOf } from "pulumi-workspace-gateway/tools";
import { about, type Checking, type Diagnosis } from "./diagnosis.js";

/** What a check needs to know; or why it is not known, without a full stop, and perhaps what to do. */
export type Fact<T> = { readonly known: T } | { readonly why: string; readonly remedy?: string };

/** Facts by name. Each is found once. */
export type Facts<Known> = { readonly [Name in keyof Known]: Promise<Fact<Known[Name]>> };

/** A check may have several findings, or nothing to say. */
type Findings = Diagnosis | undefined | readonly Diagnosis[];

/** One check: its name, the facts that it needs, and what it says of them. */
export interface Row<Known> {
  readonly check: string;
  readonly needs: readonly (keyof Known)[];
  judge(known: Known, say: Checking): Findings | Promise<Findings>;
}

/** Makes rows whose judges get only the facts that they need. */
export function rowsOf<Known>() {
  return <Name extends keyof Known>(
    check: string,
    needs: readonly Name[],
    judge: (known: Pick<Known, Name>, say: Checking) => Findings | Promise<Findings>,
  ): Row<Known> => ({ check, needs, judge });
}

/** Runs the checks of a table. A check without its facts says why; one that throws is itself a problem. */
export async function examine<Known>(
  table: readonly Row<Known>[],
  facts: Facts<Known>,
): Promise<readonly Diagnosis[]> {
  const all = table.map(async ({ check, needs, judge }) => {
    const say = about(check);
    try {
      const found = await given(chosen(facts, needs), async (known) => ({ known: await judge(known, say) }));
      return "why" in found
        ? [say.notChecked(found.why, found.remedy)]
        : [found.known].flat().filter((each) => each !== undefined);
    } catch (error) {
      return [
        say.problem({
          found: `The check itself failed: ${messageOf(error)}.`,
          means: "It is not known whether a write would fail because of this.",
          remedy: "Try again. If it stays so, report it with this line.",
        }),
      ];
    }
  });
  return (await Promise.all(all)).flat();
}

function chosen<Known>(facts: Facts<Known>, names: readonly (keyof Known)[]): Facts<Known> {
  return Object.fromEntries(names.map((name) => [name, facts[name]])) as Facts<Known>;
}

/** Derives a fact from others. It is not known if one of them is not, for the same reason. */
export async function given<Known, T>(
  facts: Facts<Known>,
  find: (known: Known) => Fact<T> | Promise<Fact<T>>,
): Promise<Fact<T>> {
  const known: Record<string, unknown> = {};
  const waiting: [string, Promise<Fact<unknown>>][] = Object.entries(facts);
  await Promise.all(waiting.map(([, fact]) => fact)); // an error of one must not get lost behind a gap in another
  for (const [name, waited] of waiting) {
    const fact = await waited;
    if ("why" in fact) {
      return fact;
    }
    known[name] = fact.known;
  }
  return find(known as Known);
}

/** What is known; undefined if it is not. */
export function ifKnown<T>(fact: Fact<T>): T | undefined {
  return "why" in fact ? undefined : fact.known;
}
