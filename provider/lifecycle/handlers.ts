import type { Kind } from "../spec/kind.js";
import type { Values } from "../spec/values.js";
import { printable } from "../text/words.js";
import { createResource, readResource, type Seen, type Stored, updateResource } from "./calls.js";
import { awaitObject, type Checked, checkResource, settleObject } from "./check.js";
import { type DiffResult, diffResource } from "./diff.js";
import { observe } from "./observe.js";
import { knownOutputs, retainedOutputs } from "./outputs.js";
import { assertSameGateway, type ResourceContext, type Session } from "./session.js";
import { sourceOf } from "./sources.js";

/**
 * What the engine's calls mean for one kind. Values are plain, without the forms of a protocol; a resource's URN stands among
 * them where it is known, under its hidden name. Work that was begun and not ended throws a `PartialFailure`.
 */
export interface Handlers {
  /** `name`: one that no other resource of the program has. */
  check(name: string | undefined, olds: Values, news: Values): Promise<Checked>;
  /** Says that these inputs were checked: a diff or a create of them is to come. */
  expect(inputs: Values): void;
  /** The retained outputs, as an entry for the checked inputs. `used`: those that the program reads, if that is known. */
  retainedOutputs(olds: Values, news: Values, used?: readonly string[]): Promise<Values>;
  diff(id: string, olds: Values, news: Values): Promise<DiffResult>;
  /** What a preview knows of the resource's outputs. Without `olds` it is a new one. */
  knownOutputs(olds: Values | undefined, news: Values): Values;
  create(inputs: Values): Promise<Stored>;
  /** Undefined if the object is gone. */
  read(id: string, state: Values): Promise<Seen | undefined>;
  update(id: string, olds: Values, news: Values): Promise<Values>;
  delete(id: string, state: Values): Promise<void>;
}

export function handlersOf(kind: Kind, session: Session): Handlers {
  // Many errors quote the gateway, or names and ids from its rows: so the resource's secrets are covered in them.
  const work = <R>(values: Values, call: (context: ResourceContext) => Promise<R>) =>
    printably(async () => {
      const context = session.context(kind, values);
      return call(context).catch((error: unknown) => {
        session.fail();
        throw context.cover(error);
      });
    });
  return {
    check: (name, olds, news) => checkResource(kind, session, { name, olds, news }),
    expect: (inputs) => {
      session.declarations.expect(kind, inputs);
      awaitObject(kind, session, inputs);
    },
    retainedOutputs: (olds, news, used) => retainedOutputs(session.context(kind, news), olds, used),
    diff: (id, olds, news) => printably(() => diffResource(kind, session, id, olds, news)),
    knownOutputs: (olds, news) => knownOutputs(kind, session.registry(news).planned, olds, news),
    create: (inputs) => {
      session.declarations.meet(kind, inputs);
      return work(inputs, async (context) => {
        const stored = await createResource(context, inputs);
        settleObject(kind, session, inputs, stored);
        return stored;
      });
    },
    read: (id, state) => work(state, (context) => readResource(context, id, state)),
    update: (id, olds, news) =>
      work(news, async (context) => {
        const outputs = await updateResource(context, id, olds, news);
        settleObject(kind, session, news, { id, outputs });
        return outputs;
      }),
    delete: (id, state) =>
      work(state, async (context) => {
        if (assertSameGateway(context, state) === "moved") {
          await observe(context, id, state); // the object must be at the new address
        }
        await sourceOf(kind).delete(context, id, state);
      }),
  };
}

/** Makes the messages of our own errors fit for a terminal: many quote the gateway. */
export async function printably<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (isOurs(error)) {
      error.message = printable(error.message);
    }
    throw error;
  }
}

/** Whether an error says all in its message: it is one that people are meant to read. */
export function isOurs(error: unknown): error is Error {
  return error instanceof Error && ["Error", "GatewayError", "SettingsError"].includes(error.name);
}
