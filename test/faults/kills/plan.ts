import { Chance } from "../../e2e/support/chance.ts";

const victims = ["cli", "plugin", "program"] as const;

/** What is killed, and when; all of it follows from the seed. */
export interface Plan {
  readonly victim: (typeof victims)[number];
  /**
   * At request n, which was carried out and not answered; once n requests were answered; or so many milliseconds after the gateway
   * was asked for the first time.
   */
  readonly moment: { readonly is: "unanswered" | "answered" | "delay"; readonly value: number };
  readonly checkpoints: boolean;
}

/** Any six seeds in a row have each victim with and without checkpoints. The moment is another one at each try. */
export function planOf(seed: number, attempt = 0): Plan {
  const chance = new Chance(seed);
  const moments = Array.from({ length: attempt + 1 }, () => momentOf(chance));
  const victim = victims[seed % victims.length] ?? "cli";
  return { victim, moment: moments[attempt] ?? momentOf(chance), checkpoints: seed % 2 === 1 };
}

function momentOf(chance: Chance): Plan["moment"] {
  const is = chance.one(["unanswered", "answered", "delay"] as const);
  return { is, value: is === "delay" ? chance.below(800) : 1 + chance.below(24) };
}

export function inWords({ victim, moment: { is, value }, checkpoints }: Plan): string {
  const when = {
    unanswered: `with request ${value} carried out and not answered`,
    answered: `after ${value} answers`,
    delay: `${value} ms after the first request`,
  };
  return `kill of the ${victim} ${when[is]}, ${checkpoints ? "checkpoints on" : "no checkpoints"}`;
}
