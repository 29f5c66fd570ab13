import type { Json } from "../../../../provider/text/json.js";
import { forms } from "./forms.ts";
import { type Declared, type Program, type Ref, ref, urnOf } from "./program.ts";
import { connections, type Shape, type Slot, type Surroundings, workspaces } from "./shape.ts";

/**
 * The program of a shape. What could not be one is left out: what would stand in a workspace or on a provider that is not
 * declared, and a second resource for one object.
 */
export function materialize(shape: Shape, around: Surroundings): Program {
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
      retainOnDelete: slot.retained,
      deleteBeforeReplace: [undefined, true, false][slot.order % 3],
    };
    program.push(declared);
  }
  return program;
}

/** The program with the URNs that resources of the same slots had, as aliases, where the slots want them. */
export function withAliases(program: Program, shape: Shape, former: readonly string[]): Program {
  const urns = new Set(program.map((each) => urnOf(each, program)));
  return program.map((declared) => {
    const index = slotOf(declared.name);
    const own = former.filter((urn) => slotOf(urn.split("::").at(-1) ?? "") === index && !urns.has(urn));
    return shape[index]?.aliased === true ? { ...declared, aliases: [...new Set(own)] } : declared;
  });
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
