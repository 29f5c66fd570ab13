import type { Json } from "../../../../provider/text/json.js";
import { type Program, ref, urnOf } from "../../../contract/support/engine/program.ts";
import { forms } from "./forms.ts";
import { connections, type Shape, type Slot, type Surroundings, workspaces } from "./shape.ts";

/**
 * The program of a shape. What could not be one is left out: what would stand in a workspace or on a provider that is not
 * declared, and a second resource for one object.
 */
export function materialize(shape: Shape, around: Surroundings): Program {
  const taken = new Set<string>();
  const placed: Placed[] = [];
  for (const [index, form] of forms.entries()) {
    const slot = shape[index];
    if (slot === undefined || !slot.declared) continue;
    const home = form.inWorkspace ? homeOf(slot, placed) : "account";
    const isModel = form.kind === "Model";
    const provider = providerOf(slot, home, placed);
    const object = `${form.kind} ${home} ${isModel ? provider : ""} ${slot.key % form.keys}`;
    if (home === undefined || taken.has(object) || (isModel && provider === undefined)) continue;
    taken.add(object);
    const name = `${form.kind.toLowerCase()}-${index}-${"abc"[slot.name % 3]}`;
    placed.push({ index, form, slot, name, home });
  }
  return placed.map(({ form, slot, name, home }) => {
    const inputs = form.inputs({
      slot,
      around,
      home: home === "unmanaged" ? around.workspaceId : ref(home),
      provider: providerOf(slot, home, placed),
      model: placed.find((each) => each.form.kind === "Model" && each.home === home)?.name,
    });
    const connection = connections[slot.connection % connections.length];
    return {
      name,
      kind: form.kind,
      inputs: Object.fromEntries(
        Object.entries<Json | undefined>({ ...inputs, connection }).filter(
          (entry): entry is [string, Json] => entry[1] !== undefined,
        ),
      ),
      parent: slot.nested && home !== "unmanaged" && home !== "account" ? home : undefined,
      protect: slot.protect,
      retainOnDelete: slot.retained,
      deleteBeforeReplace: [undefined, true, false][slot.order % 3],
    };
  });
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

/** The slot of the resource of this name. */
export function slotOf(name: string): number {
  return Number(name.split("-")[1]);
}

/** A slot that is declared. */
interface Placed {
  readonly index: number;
  readonly form: (typeof forms)[number];
  readonly slot: Slot;
  readonly name: string;
  readonly home: string;
}

/** The name of the workspace's resource; `unmanaged` for the workspace that no program has. */
function homeOf({ home }: Slot, placed: readonly Placed[]): string | undefined {
  const wanted = home % (workspaces + 1);
  return wanted === workspaces ? "unmanaged" : placed.find(({ index }) => index === wanted)?.name;
}

function providerOf({ content }: Slot, home: string | undefined, placed: readonly Placed[]) {
  const there = placed.filter(({ form, ...each }) => form.kind === "ModelProvider" && each.home === home);
  return there[(content >> 5) % Math.max(1, there.length)]?.name;
}
