import { rest } from "../../io/rest.js";
import type { Settling } from "../../spec/hooks.js";
import type { Values } from "../../spec/values.js";
import type { JsonObject } from "../../text/json.js";
import { observe, singly } from "../objects/observe.js";
import type { Target } from "../operation/target.js";

/** The object has settled, and not well: it has to be made anew. */
export class SettledBadly extends Error {
  override readonly name = "SettledBadly";
}

const firstPause = 500;
const longestPause = 10_000;

/** Waits until the object is no longer on its way, telling how far it is; the last row seen is returned. */
export async function settle(
  target: Target,
  id: string,
  row: JsonObject | undefined,
  state: Values,
): Promise<JsonObject | undefined> {
  const { kind, client } = target;
  const { settling } = kind;
  if (settling === undefined || state[settling.unless] === false) {
    return row;
  }
  const limit = Number(state[settling.timeout.input] ?? settling.timeout.seconds);
  const deadline = client.io.now() + limit * 1000;
  let current = row ?? (await look(target, id, state));
  for (let pause = firstPause; isRunning(settling, current); pause = Math.min(longestPause, pause * 1.5)) {
    if (client.io.now() + pause > deadline) {
      throw new Error(
        `${target.label} is ${String(current?.[settling.status])} after ${limit} s. It goes on by itself: the next \`pulumi up\` goes on waiting, ` +
          `\`${settling.timeout.input}\` makes it wait longer, \`${settling.unless}: false\` not at all.`,
      );
    }
    target.progress(
      `${String(current?.[settling.status])}, ${String(current?.[settling.progress.field] ?? 0)} ${settling.progress.of}`,
    );
    if (!(await rest(client.io, pause))) {
      throw new Error(
        `${target.label} was ${String(current?.[settling.status])} when the run was cancelled. It goes on by itself: the next \`pulumi up\` goes on waiting.`,
      );
    }
    current = await look(target, id, state);
  }
  if (settling.failed.includes(String(current?.[settling.status]))) {
    const why = client.describe(current?.[settling.error]) || "the gateway does not say why";
    throw new SettledBadly(
      `${target.label} ended as ${String(current?.[settling.status])}: ${why}. The next \`pulumi up\` makes it anew.`,
    );
  }
  return current;
}

/** A status that is not known is not waited for: reads carry unknown values through. */
function isRunning(settling: Settling, row: JsonObject | undefined): boolean {
  return settling.running.includes(String(row?.[settling.status]));
}

async function look(target: Target, id: string, state: Values): Promise<JsonObject | undefined> {
  const row = await singly(target, id);
  const seen = row === undefined ? await observe(target, id, state) : ({ is: "live", row } as const);
  if (seen.is === "gone") {
    throw new Error(`${target.label} (id ${id}) was deleted while it was waited for.`);
  }
  return seen.is === "live" ? seen.row : undefined;
}
