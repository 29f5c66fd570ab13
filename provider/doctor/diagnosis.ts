import type { Json } from "../text/json.js";

/** What became of a check. `problem`: a write would fail. */
type DiagnosisState = "ok" | "warning" | "problem" | "not checked";

/** What one check has found. All texts are sentences, for people. */
export interface Diagnosis {
  /** The name of the check. It is the same in every run. */
  readonly check: string;
  readonly state: DiagnosisState;
  readonly found: string;
  readonly means?: string;
  /** What to do. */
  readonly remedy?: string;
  /** The same for programs: what was seen, without words. */
  readonly facts?: Readonly<Record<string, Json>>;
}

interface Said {
  readonly found: string;
  readonly means?: string;
  readonly remedy?: string;
  readonly facts?: Readonly<Record<string, Json | undefined>>;
}

/** What is wrong always comes with what to do. */
type Wrong = Said & { readonly means: string; readonly remedy: string };

/** The words of one check. */
export interface Checking {
  ok(said: Said): Diagnosis;
  warning(said: Wrong): Diagnosis;
  problem(said: Wrong): Diagnosis;
  /** `why` is a sentence without a full stop, as it goes on after "because". */
  notChecked(why: string, remedy?: string): Diagnosis;
}

export function about(check: string): Checking {
  const finding = (state: DiagnosisState, { facts, ...said }: Said): Diagnosis => ({
    check,
    state,
    ...said,
    ...(facts === undefined ? {} : { facts: withoutGaps(facts) }),
  });
  return {
    ok: (said) => finding("ok", said),
    warning: (said) => finding("warning", said),
    problem: (said) => finding("problem", said),
    notChecked: (why, remedy) =>
      finding("not checked", {
        found: `${capital(why)}.`,
        ...(remedy === undefined ? {} : { remedy }),
      }),
  };
}

function withoutGaps(facts: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

/** The text as the beginning of a sentence. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
