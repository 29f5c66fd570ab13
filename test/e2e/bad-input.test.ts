import { expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { worldOfTest } from "./support/life.ts";
import { fails } from "./support/outcome.ts";
import { wrongInputs } from "./support/wrong.ts";

// What is said of every kind is tried in process (test/contract/bad-input.test.ts); here, that the engine shows it.
const provider = wrongInputs.filter(({ kind }) => kind === "ModelProvider");

test.each(adapters)(
  "%s: a preview names the resource and says of every property what would be right, asking nothing",
  async (adapter) => {
    const w = await worldOfTest({ adapter });
    for (const { kind, args, said } of provider) {
      await w.declare([{ kind, name: "faulty", args }]);
      const output = await fails(w.project.preview());
      expect(output).toContain(`${kind} resource 'faulty' has a problem`);
      for (const reason of said) expect(output).toContain(`has a problem: ${reason}`);
      expect(w.calls.take()).toEqual([]);
    }
    expect(provider).toHaveLength(2);
  },
);
