import type { Json } from "../../../provider/text/json.js";
import { type Declared, type Program, type Ref, ref, urnOf } from "./program.ts";
import { connections, forms, type Shape, type Slot, type Surroundings, workspaces } from "./shape.ts";

/**
 * The program of a shape. What could not be one is left out: what would stand in a workspace or on a provider that is not
 * declared, and a second resource for one object.
 *
 * `before`: the program before, whose URNs become aliases.
 */
export function materialize(shape: Shape, around: Surroundings, before: Program = []): Program {
  const taken = new Set<string>();
  const placed: { index: number; slot: Slot; name: string; home: string }[] = [];
  for (const [index, form] of forms.entries()) {
    const slot = shape[index];
    if (slot === undefined || !slot.declared) continue;
    const home = form.inWorkspace ? homeOf(slot, placed) : "account";
    const provider = providerOf(slot, home, placed);
    const object = `${form.kind} ${home} ${form.kind === "Model" ? provider : ""} ${slot.key % form.keys}`;
    if (home === undefined || taken.has(object) || (form.kind === "Model" && provider === undefined))
      continue;
    taken.add(object);
    placed.push({ index, slot, name: nameOf(index, slot), home });
  }
  const program: Declared[] = [];
  for (const { index, slot, name, home } of placed) {
    const form = forms[index];
    if (form === undefined) continue;
    const [model] = placed.filter((each) => forms[each.index]?.kind === "Model" && each.home === home);
    const inputs = form.inputs({
      slot,
      around,
      home: home === "unmanaged" ? around.workspaceId : ref(home),
      provider: providerOf(slot, home, placed),
      model: model?.name,
    });
    const args: Record<string, Json | Ref | undefined> = {
      ...inputs,
      connection: connections[slot.connection % connections.length],
    };
    const declared: Declared = {
      name,
      kind: form.kind,
      args: Object.fromEntries(
        Object.entries(args).filter((entry): entry is [string, Json | Ref] => entry[1] !== undefined),
      ),
      parent: slot.nested && home !== "unmanaged" && home !== "account" ? home : undefined,
      aliases: [],
      protect: slot.protect,
      deleteBeforeReplace: slot.deleteFirst || undefined,
    };
    program.push({ ...declared, aliases: [] });
  }
  return program.map((declared) => withAlias(declared, program, before, shape));
}

/** The last program's URN of the same slot, where the slot wants it, unless another resource has the URN now. */
function withAlias(declared: Declared, program: Program, before: Program, shape: Shape): Declared {
  const index = slotOf(declared.name);
  const urn = urnOf(declared, program);
  const former = before.find(({ name }) => slotOf(name) === index);
  if (shape[index]?.aliased !== true || former === undefined) return declared;
  const others = new Set(program.map((each) => urnOf(each, program)));
  const candidates = [urnOf(former, before), ...former.aliases];
  return {
    ...declared,
    aliases: [...new Set(candidates)].filter((each) => each !== urn && !others.has(each)),
  };
}

function nameOf(index: number, { name }: Slot): string {
  return `${forms[index]?.kind.toLowerCase()}-${index}-${"abc"[name % 3]}`;
}

/** The slot of the resource of this name. */
export function slotOf(name: string): number {
  return Number(name.split("-")[1]);
}

type Placed = readonly { index: number; slot: Slot; name: string; home: string }[];

/** The name of the workspace's resource; `unmanaged` for the workspace that no program has. */
function homeOf({ home }: Slot, placed: Placed): string | undefined {
  const wanted = home % (workspaces + 1);
  return wanted === workspaces ? "unmanaged" : placed.find(({ index }) => index === wanted)?.name;
}

function providerOf({ content }: Slot, home: string | undefined, placed: Placed): string | undefined {
  const there = placed.filter((each) => forms[each.index]?.kind === "ModelProvider" && each.home === home);
  return there[(content >> 5) % Math.max(1, there.length)]?.name;
}
