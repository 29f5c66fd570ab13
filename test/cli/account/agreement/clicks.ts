import { expect } from "vitest";
import { kinds } from "../../../../provider/every-kind.js";
import { Console } from "../../../e2e/support/console.ts";
import type { Gateway } from "../../../gateway/index.ts";
import { type Click, edited, type Thing, tables } from "./situations.ts";

/** Where things are: a workspace, and the provider of its models. */
export interface Around<Id> {
  readonly workspaceId: Id;
  readonly providerId: Id;
}

/** The arguments of a thing: what all of its kind have, and its own. */
export function argsOf<Id>({ kind, name, args }: Thing, { workspaceId, providerId }: Around<Id>) {
  const more = {
    ModelProvider: () => ({ name, compatibility: "OPENAI_SDK" }),
    Model: () => ({ name, type: "chat", contextWindow: 1000, providerId }),
    Prompt: () => ({ name }),
    Mapping: () => ({ sourceName: name, targetModel: "base/some" }),
    Config: () => ({ name }),
  }[kind]();
  return { workspaceId, ...more, ...args };
}

/** Does what somebody clicks. What is gone already, nobody can click at. */
export async function clickedAt(
  gateway: Gateway,
  around: Around<string>,
  things: readonly Thing[],
  click: Click,
): Promise<void> {
  const clicks = new Console(gateway);
  if (click.does === "add") {
    await clicks.make(pathOf(click.thing), bodyOf(argsOf(click.thing, around)));
    return;
  }
  const thing = things[click.which % Math.max(things.length, 1)];
  const row = thing && gateway.rows(tables[thing.kind]).find((each) => nameOf(each) === thing.name);
  const args = thing && edited(thing, click.by);
  const [workspace, object] = [{ id: around.workspaceId }, { id: String(row?.id) }];
  if (thing !== undefined && row !== undefined) {
    if (click.does === "delete") await clicks.remove(pathOf(thing), workspace, object);
    else if (args !== undefined) await clicks.change(pathOf(thing), workspace, object, bodyOf(args));
  }
}

/** What people call a row. */
export const nameOf = (row: Readonly<Record<string, unknown>>) => row.name ?? row.source_name;

/** The API's name of a property. */
export const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function bodyOf(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [snake(key), value]));
}

function pathOf({ kind }: Thing): string {
  return kinds.find(({ name }) => name === kind)?.endpoints.list ?? expect.unreachable(kind);
}
