import fc from "fast-check";
import { expect } from "vitest";
import { fillPath } from "../../../provider/client/exchange.js";
import { kinds } from "../../../provider/every-kind.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { createdKinds } from "../../contract/support/samples.ts";
import type { World } from "../../contract/support/world.ts";
import { outcome } from "./clear.ts";

export const specs: readonly Kind[] = kinds;

export const kindName = fc.constantFrom(...specs.map((kind) => kind.name));

export function specOf(name: string): Kind {
  return specs.find((each) => each.name === name) ?? expect.unreachable(`no kind ${name}`);
}

/** Of these inputs, those that the kind has. */
export function ofKind(kind: Kind, inputs: Values): Values {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => kind.fields.has(name)));
}

/** Another name for an object; nothing if its kind has no names. */
export function otherName(kind: Kind): Values {
  const name = kind.naturalKey.at(-1);
  return name === undefined ? {} : { [name]: "another name" };
}

/** What each of an engine's calls comes to; the messages of those that failed. */
export async function life(calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const messages: string[] = [];
  for (const call of calls) {
    const message = await outcome(call);
    if (message !== undefined) messages.push(message);
  }
  return messages;
}

/** Takes away what a life has left on the gateway, and brings back what it took, so that the next begins as it did. */
export async function tidy(at: World): Promise<void> {
  for (const { kind } of createdKinds) {
    for (const { id, workspace_id } of at.rows(kind)) {
      await at.gateway.console("DELETE", fillPath(kind.endpoints.remove ?? "", { id }), { workspace_id });
    }
  }
  for (const kind of specs) await at.restore(kind);
}
