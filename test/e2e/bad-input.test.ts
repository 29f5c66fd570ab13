import { afterAll, beforeAll, expect, test } from "vitest";
import { fails } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";
import { wrongInputs } from "./support/wrong.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w?.dispose());

test.each(wrongInputs)(
  "a preview of a $kind with $wrong names the resource and says of every property what would be right, asking nothing",
  async ({ kind, args, said }) => {
    await w.declare([{ kind, name: "faulty", args }]);
    const output = await fails(w.project.preview());
    expect(output).toContain(`${kind} resource 'faulty' has a problem`);
    for (const reason of said) expect(output).toContain(`has a problem: ${reason}`);
    expect(w.calls.take()).toEqual([]);
  },
);
