import type { Json } from "pulumi-workspace-gateway/tools";
import { defined } from "pulumi-workspace-gateway/tools";

/** What became of a check. `problem`: a write would fail. */
type DiagnosisState = "ok" | "warning" | "problem" | "not checked";

/** What one check has found. All texts are sentences, for people. */
export interface Diagnosis {
  /** The name of the check. It is the same in every run. */
  readonly check: string;
  readonly state: DiagnosisState;
  /** The connection that it is about; absent for the default one, and for what is of no connection. */
  readonly connection?: string;
  readonly found: string;
  readonly means?: string;
  /** What to do. */
  readonly remedy?: string;
  /** The same for programs: what was seen, without words. */
  readonly facts?: Readonly<Record<string, Json | undefined>>;
}

type Said = Pick<Diagnosis, "found" | "means" | "remedy" | "facts">;

/** What is wrong always comes with what to do. */
type Wrong = Said & { readonly means: string; readonly remedy: string };

/** The words of one check. */
export interface Checking {
  ok(said: Said): Diagnosis;
  warning(said: Wrong): Diagnosis;
  problem(said: Wrong): Diagnosis;
  /** `why` is a clause without a full stop, as after "because". */
  notChecked(why: string, remedy?: string): Diagnosis;
}

export function about(check: string): Checking {
  const finding = (state: DiagnosisState) => (said: Said) => ({ check, state, ...said });
  return {
    ok: finding("ok"),
    warning: finding("warning"),
    problem: finding("problem"),
    notChecked: (why, remedy) => ({
      ...finding("not checked")({ found: `${capital(why)}.` }),
      ...defined({ remedy }),
    }),
  };
}

/** The text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
