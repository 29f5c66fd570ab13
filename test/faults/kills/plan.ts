import { type Adapter, chosenAdapter } from "../../harness/adapter.ts";
import { Chance } from "../chance.ts";

const victims = ["cli", "provider", "language host", "program"] as const;
const commands = ["up", "refresh", "destroy", "import"] as const;
const nexts = ["as before", "changed", "taken back"] as const;

/** Who is killed, in what, and what the program is when the stack is up again. */
export interface Frame {
  readonly victim: (typeof victims)[number];
  readonly command: (typeof commands)[number];
  readonly checkpoints: boolean;
  readonly next: (typeof nexts)[number];
}

/** What is killed, and when; all of it follows from the seed. */
export interface Plan extends Frame {
  /**
   * At request n, which was carried out and not answered; once n requests were answered; or so many milliseconds after the gateway
   * was asked for the first time, or, of an import, which asks nothing, after it was started.
   */
  readonly moment: { readonly is: "unanswered" | "answered" | "delay"; readonly value: number };
}

/**
 * All that can be killed. An import runs no program, and asks no provider. The program of a destroy is over before anything is
 * deleted, and the language host is not needed any more.
 */
const frames: readonly Frame[] = victims
  .flatMap((victim) => commands.map((command) => ({ victim, command })))
  .filter(({ victim, command }) => command !== "import" || victim === "cli")
  .filter(({ victim, command }) => command !== "destroy" || victim === "cli" || victim === "provider")
  .flatMap((each) => [true, false].map((checkpoints) => ({ ...each, checkpoints })))
  .flatMap((each) => nexts.map((next) => ({ ...each, next })));

/** Has no divisor with the number of frames: seeds in a row are of all sorts, and as many as there are frames meet each once. */
const stride = 37;
/** Where the seeds of an adapter begin: the first 60 of both meet all frames. */
const begin: Readonly<Record<Adapter, number>> = { dynamic: 0, native: 60 };

/** The moment is another one at each try. */
export function planOf(seed: number, attempt = 0, adapter = chosenAdapter()): Plan {
  const frame = frames[((seed + begin[adapter]) * stride) % frames.length];
  if (frame === undefined) throw new Error(`${seed} is no seed.`);
  const chance = new Chance(seed);
  const moments = new Map<string, Plan["moment"]>();
  while (moments.size <= attempt) {
    const moment = momentOf(chance, frame);
    moments.set(JSON.stringify(moment), moment);
  }
  return { ...frame, moment: [...moments.values()][attempt] ?? momentOf(chance, frame) };
}

const requests = { up: 24, refresh: 8, destroy: 12, import: 0 };

function momentOf(chance: Chance, { command }: Frame): Plan["moment"] {
  if (command === "import") return { is: "delay", value: 200 + chance.below(1500) };
  const is = (["unanswered", "answered", "delay"] as const)[chance.below(3)] ?? "delay";
  return { is, value: is === "delay" ? chance.below(800) : 1 + chance.below(requests[command]) };
}

export function inWords({ victim, command, next, moment: { is, value }, checkpoints }: Plan): string {
  const when = {
    unanswered: `with request ${value} carried out and not answered`,
    answered: `after ${value} answers`,
    delay: `${value} ms after ${command === "import" ? "its start" : "the first request"}`,
  };
  const recorded = checkpoints ? "checkpoints on" : "no checkpoints";
  return `kill of the ${victim} of ${command} ${when[is]}, ${recorded}; then the program ${next}`;
}
