import { type AccountObject, flagOf, textOf } from "../../account/account-object.js";
import { fits } from "../../text/fits.js";
import type { ExpectedWorkspace } from "../format.js";
import { judge, type LineOutcome, type SeenUnder, worst } from "../line-outcome.js";
import { isHiddenIn, type Room } from "../workspace-room.js";
import { aboutObject, type ExpectedLine } from "./line.js";

/** Which prompts have to be in force in a workspace. */
export function promptLines(expected: NonNullable<ExpectedWorkspace["prompts"]>, room: Room): ExpectedLine[] {
  const { require, environments } = expected;
  const prompts = room.of("Prompt");
  const nameless = prompts.filter((prompt) => textOf(prompt, "name") === undefined);
  const wanted = environments ?? [undefined];
  const lines = require.map((name, at): ExpectedLine => {
    const called = prompts.filter((prompt) => fits(name, textOf(prompt, "name") ?? ""));
    const judgements = wanted.map((environment) => inForce(name, called, nameless, environment));
    const words = environments === undefined ? "" : ` for ${environments.join(" and ")}`;
    return {
      path: ["prompts", "require", String(at)],
      expected: `the prompt \`${name}\`${words}`,
      judgement: worst(judgements) ?? judge({ isMet: undefined, found: "nothing is known" }),
    };
  });
  return lines;
}

/** Whether one of the prompts is in force. What may be one of the name could be what is expected. */
function inForce(
  name: string,
  called: readonly AccountObject[],
  nameless: readonly AccountObject[],
  environment: string | undefined,
): LineOutcome {
  const where = environment === undefined ? "" : ` for ${environment}`;
  const seen = called.map((prompt) => ({ prompt, ...stateOf(prompt, environment) }));
  const best = seen.find(({ isMet }) => isMet) ?? seen.find(({ isMet }) => isMet === undefined) ?? seen[0];
  const perhaps: SeenUnder[] =
    nameless.length > 0 ? [{ isMet: undefined, found: "a prompt whose name is not known is it" }] : [];
  const missing = called.length === 0 ? `there is no prompt \`${name}\`` : "";
  const taken: SeenUnder =
    best === undefined
      ? { isMet: perhaps.length > 0 ? undefined : false, found: missing }
      : {
          isMet: best.isMet,
          found: `\`${best.prompt.name}\` ${best.words}${where}`,
          ...aboutObject(best.prompt),
        };
  return judge(taken);
}

/** One that does not say `enabled` is taken to be, and one without an environment to be for all, as the review's rules have it. */
function stateOf(
  prompt: AccountObject,
  environment: string | undefined,
): { isMet: boolean | undefined; words: string } {
  if (isHiddenIn(prompt, "enabled") || isHiddenIn(prompt, "environment")) {
    return { isMet: undefined, words: "says only during the `up` whether it is in force" };
  }
  if (flagOf(prompt, "enabled") === false) {
    return { isMet: false, words: "is switched off" };
  }
  const own = textOf(prompt, "environment");
  const isFor = environment === undefined || own === undefined || own === environment;
  return { isMet: isFor, words: isFor ? "is in force" : `is for ${own}, and not` };
}
