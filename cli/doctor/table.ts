import { defined, type Json, messageOf } from "pulumi-workspace-gateway/tools";
import { noColors } from "../output.js";
import { TextTable } from "../text/table.js";
import { NotKnown } from "./facts.js";

/** The result of one check. `found`, `means` and `remedy` are sentences for users. */
export interface Diagnosis {
  readonly check: string;
  /** `note`: only a destroy would fail. `problem`: a write would fail. */
  readonly state: "ok" | "note" | "warning" | "problem" | "not checked";
  /** Undefined for the default connection, and for checks that do not concern a connection. */
  readonly connection?: string;
  readonly found: string;
  readonly means?: string;
  readonly remedy?: string;
  readonly facts?: Readonly<Record<string, Json | undefined>>;
}

type Said = Pick<Diagnosis, "found" | "means" | "remedy" | "facts">;

type Wrong = Said & { readonly means: string; readonly remedy: string };

export type Checking = ReturnType<typeof about>;

export function about(check: string) {
  return {
    ok: (said: Said): Diagnosis => ({ check, state: "ok", ...said }),
    note: (said: Wrong): Diagnosis => ({ check, state: "note", ...said }),
    warning: (said: Wrong): Diagnosis => ({ check, state: "warning", ...said }),
    problem: (said: Wrong): Diagnosis => ({ check, state: "problem", ...said }),
    /** `why` is a clause that could follow "because", without a period. */
    notChecked: (why: string, remedy?: string): Diagnosis => ({
      ...{ check, state: "not checked", found: `${capital(why)}.` },
      ...defined({ remedy }),
    }),
  };
}

export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

interface Row<Facts, Name extends keyof Facts = keyof Facts> {
  readonly check: string;
  readonly needs: readonly Name[];
  judge(known: Known<Facts, Name>, say: Checking): Findings | Promise<Findings>;
}

type Known<Facts, Name extends keyof Facts> = { [Each in Name]: Awaited<Facts[Each]> };
type Findings = Diagnosis | undefined | readonly Diagnosis[];

export function rowsOf<Facts>() {
  return <Name extends keyof Facts>(
    check: string,
    needs: readonly Name[],
    judge: Row<Facts, Name>["judge"],
  ): Row<Facts> => ({ check, needs, judge });
}

/** A check whose facts are unavailable reports the reason. A check that throws is itself a problem. */
export async function examine<Facts>(
  table: readonly Row<Facts>[],
  facts: Facts,
): Promise<readonly Diagnosis[]> {
  const all = table.map(async ({ check, needs, judge }) => {
    const say = about(check);
    try {
      const known: Partial<Known<Facts, keyof Facts>> = {};
      for (const name of needs) {
        known[name] = await facts[name];
      }
      const findings = await judge(known as Known<Facts, keyof Facts>, say);
      return [findings].flat().filter((each) => each !== undefined);
    } catch (error) {
      return error instanceof NotKnown
        ? say.notChecked(error.message, error.remedy)
        : say.problem({
            found: `The check itself failed: ${messageOf(error)}.`,
            means: "A write may fail because of this.",
            remedy: "Try again. If the check fails again, report the problem and include this line.",
          });
    }
  });
  return (await Promise.all(all)).flat();
}

/** Prints the remedy below each finding. Checks that fail for the same reason share a line. */
export function reportText(diagnoses: readonly Diagnosis[], colors = noColors): string {
  const groups = Map.groupBy(diagnoses, (each) =>
    each.state === "not checked" ? `${each.found} ${each.remedy}` : each,
  );
  const rows = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) {
      return [];
    }
    const { state, found, means, remedy } = first;
    const also = others.length === 0 ? "" : `The same applies to ${others.map(nameOf).join(", ")}.`;
    const words = [found, means, also].filter(Boolean).join(" ");
    return [[state, nameOf(first), words], ...(remedy === undefined ? [] : [["", "", `→ ${remedy}`]])];
  });
  const narrowest = Math.max(...diagnoses.map((each) => nameOf(each).length));
  const { green, cyan, yellow, red, dim } = colors;
  const paints = new Map([
    ["ok", green],
    ["note", cyan],
    ["warning", yellow],
    ["problem", red],
  ]);
  const state = {
    narrowest: "not checked".length,
    paint: (text: string) => (paints.get(text) ?? dim)(text),
  };
  return new TextTable([state, { narrowest }, {}], colors.width).lines(rows).join("\n");
}

function nameOf({ check, connection }: Diagnosis): string {
  return connection === undefined ? check : `${check} (${connection})`;
}
