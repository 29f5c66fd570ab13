import { defined, type Json } from "../../../provider/text/json.js";
import { kindNamed } from "../../contract/support/engine/plugin.ts";
import {
  type Declared,
  isRef,
  type Program,
  type Ref,
  urnsOf,
} from "../../contract/support/engine/program.ts";
import { formerIn, type Stored } from "../../contract/support/engine/state.ts";
import { type Shape, slotOf } from "./program.ts";
import { keyOf, type ModelWorld, nameColumn } from "./world.ts";

/**
 * The shape without what no run can do at once. A resource cannot get a name in the same run in which another one gives it
 * up with its object: objects are deleted last. So it is also where another one is replaced by an object of another name,
 * because its kind cannot be renamed or because it moves. And resources cannot exchange names. Whoever wants that takes two runs,
 * as the message says, so it is not declared in the first.
 */
export function possible(shape: Shape, declare: (shape: Shape) => Program, world: ModelWorld): Shape {
  const blocked = new Set(waiting(declare(shape), world).map(({ name }) => slotOf(name)));
  if (blocked.size === 0) return shape;
  const without = shape.map((slot, index) => (blocked.has(index) ? { ...slot, declared: false } : slot));
  return possible(without, declare, world);
}

function waiting(program: Program, world: ModelWorld): Declared[] {
  const { state } = world.engine;
  const formerOf = (declared: Declared): Stored | undefined =>
    formerIn(state.resources, urnsOf(declared, program));
  const formers = new Map(program.map((declared) => [declared.name, formerOf(declared)]));
  const staying = new Set([...formers.values()].filter((former) => former?.status === "stays"));
  const leaving = state.resources.filter((stored) => !staying.has(stored));
  const keyOfObject = ({ kind, id }: Stored) => {
    const row = world.row(kind, id);
    return row === undefined ? [] : [keyOf(kind, row)];
  };
  const idOf = (value: Json | Ref | undefined) => (isRef(value) ? formers.get(value.ref)?.id : value);
  const wishes = program.map((declared) => {
    const { name, kind, inputs } = declared;
    const { naturalKey, endpoints } = kindNamed(kind);
    const input = naturalKey.at(-1) ?? "";
    const column = kind === "Index" ? "base_url" : nameColumn(kind);
    const workspace = inputs.workspaceId === undefined ? {} : { workspace_id: idOf(inputs.workspaceId) };
    const provider = inputs.providerId === undefined ? {} : { provider_id: idOf(inputs.providerId) };
    const key = keyOf(kind, { ...workspace, ...provider, [column]: inputs[input] });
    const former = formers.get(name);
    const stored = former?.inputs ?? {};
    const formerKey = keyOf(kind, {
      ...defined({ workspace_id: stored.workspaceId, provider_id: stored.providerId }),
      [column]: stored[input],
    });
    const row = world.row(kind, former?.id);
    const keepsKey = row !== undefined && key === keyOf(kind, row);
    const canChange = endpoints.patch !== undefined;
    const stays = row !== undefined && row.workspace_id === workspace.workspace_id;
    const isRenamed = !keepsKey && stays && canChange;
    const takesOver = world.around.adopts && !isRenamed && canChange;
    return { declared, key, former, formerKey, keepsKey, isRenamed, takesOver };
  });
  const replaced = wishes.flatMap(({ former, keepsKey, isRenamed }) =>
    former === undefined || keepsKey || isRenamed ? [] : [former],
  );
  const taken = new Set([...leaving, ...replaced].flatMap(keyOfObject));
  const moves = new Map(
    wishes.flatMap(({ former, formerKey, key }) =>
      former === undefined || formerKey === key ? [] : [[formerKey, key]],
    ),
  );
  const goesRound = (from: string): boolean => {
    const seen = new Set<string>();
    let next = moves.get(from);
    while (next !== undefined && next !== from && !seen.has(next)) {
      seen.add(next);
      next = moves.get(next);
    }
    return next === from;
  };
  return wishes
    .filter(
      ({ key, formerKey, keepsKey, takesOver }) =>
        (taken.has(key) && !takesOver && !keepsKey) || goesRound(formerKey),
    )
    .map(({ declared }) => declared);
}
