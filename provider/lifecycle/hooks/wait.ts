import { rest } from "../../io/rest.js";
import { isWord } from "../../spec/compare.js";
import type { Wait } from "../../spec/hooks.js";
import type { Kind } from "../../spec/kind.js";
import { hidden, type Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { observe, singly } from "../objects/observe.js";
import type { Target } from "../operation/target.js";

/** The work that goes on in an object after its creation has failed: the object must be created again. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed";
}

const firstPause = 500;
const longestPause = 10_000;

/**
 * Waits until the work in the object has ended, and shows how far it is.
 * Returns the last row that was read.
 */
export async function waitUntilDone(
  target: Target,
  id: string,
  row: JsonObject | undefined,
  state: Values,
): Promise<JsonObject | undefined> {
  const { kind, client } = target;
  const { wait } = kind;
  if (wait === undefined || state[wait.unless] === false) {
    return row;
  }
  const limit = Number(state[wait.timeout.input] ?? wait.timeout.seconds);
  const deadline = client.io.now() + limit * 1000;
  let current = row ?? (await readCurrent(target, id, state));
  const status = () => String(current?.[wait.status]);
  for (let pause = firstPause; isRunning(wait, current); pause = Math.min(longestPause, pause * 1.5)) {
    if (client.io.now() + pause > deadline) {
      throw new Error(
        `${target.label} is ${status()} after ${limit} s. It goes on by itself: ` +
          "the next `pulumi up` waits for it again. " +
          `Set \`${wait.timeout.input}\` to wait longer, ` +
          `or \`${wait.unless}: false\` to not wait at all.`,
      );
    }
    target.progress(`${status()}, ${String(current?.[wait.progress.field] ?? 0)} ${wait.progress.of}`);
    if (!(await rest(client.io, pause))) {
      throw new Error(
        `${target.label} was ${status()} when the run was cancelled. ` +
          "It goes on by itself: the next `pulumi up` waits for it again.",
      );
    }
    current = await readCurrent(target, id, state);
  }
  if (hasFailed(wait, current)) {
    const why = client.describe(current?.[wait.error]) || "the gateway does not say why";
    throw new WorkFailed(
      `${target.label} ended as ${status()}: ${why}. The next \`pulumi up\` creates it again.`,
    );
  }
  return current;
}

/**
 * Whether the work still goes on.
 * A status that nobody knows is not waited for: reads accept unknown values.
 */
function isRunning(wait: Wait, row: JsonObject | undefined): boolean {
  return wait.running.some((word) => isWord(row?.[wait.status], word));
}

function hasFailed(wait: Wait, row: JsonObject | undefined): boolean {
  return wait.failed.some((word) => isWord(row?.[wait.status], word));
}

/**
 * The mark that the state gets if the work in an object is not through, or has failed, by this row. Undefined if the
 * work has ended well, or nobody waits for it.
 */
export function waitMark(
  { wait }: Kind,
  row: JsonObject,
  state: Values,
): typeof hidden.unfinished | typeof hidden.failed | undefined {
  if (wait === undefined || state[wait.unless] === false) {
    return undefined;
  }
  if (hasFailed(wait, row)) {
    return hidden.failed;
  }
  return isRunning(wait, row) ? hidden.unfinished : undefined;
}

async function readCurrent(target: Target, id: string, state: Values): Promise<JsonObject | undefined> {
  const row = await singly(target, id);
  const seen = row === undefined ? await observe(target, id, state) : ({ is: "live", row } as const);
  if (seen.is === "gone") {
    throw new Error(`${target.label} (id ${id}) was deleted while this run waited for it.`);
  }
  return seen.is === "live" ? seen.row : undefined;
}
