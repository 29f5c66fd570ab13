/** What holds in every story, whatever happens on the way. */
export const laws = {
  converges:
    "after the last fault the gateway converges to exactly what is declared, without adopting anything",
  twins: "no run makes a twin of an object",
  orphans: "after recover, no object is on the gateway that no resource has",
  told: "an invitation or a key that nobody has is told in words",
  kept: "no run deletes what is declared",
  retained: "what is to be retained stays on the gateway",
  keys: "a write-only key is never lost by an unrelated update, and in the end is what is declared",
  scopes: "a lost scope, token or account deletes nothing from the state",
  forgotten: "only what is gone is forgotten",
  reads: "a second read changes nothing",
  harmless: "recover writes nothing to the gateway",
} as const;

export type Law = keyof typeof laws;

/** The laws in words. */
export const allLaws: readonly string[] = Object.values(laws);

export class LawBroken extends Error {
  override readonly name = "LawBroken";

  constructor(
    readonly law: Law,
    what: string,
  ) {
    super(`${laws[law]}: ${what}`);
  }
}

/** Counts what stories went through, so that a law that nothing puts to the test is seen. */
export class Tally {
  private readonly held = new Map<string, number>();
  faults = 0;
  kills = 0;
  recoveries = 0;
  recovered = 0;

  /** Fails if anything is wrong. */
  hold(law: Law, wrong: readonly string[]): void {
    if (wrong.length > 0) throw new LawBroken(law, wrong.join("; "));
    this.held.set(laws[law], this.timesHeld(laws[law]) + 1);
  }

  /** How often a law, in words, was put to the test. */
  timesHeld(law: string): number {
    return this.held.get(law) ?? 0;
  }
}
