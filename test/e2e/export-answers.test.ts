import { test } from "vitest";
import type { Variants } from "../gateway/index.ts";
import { exportsFrom } from "./support/variant-exports.ts";

// What a gateway may answer in another way. What it may store in another way: export-variants.test.ts. Answers that do not
// touch the same values go the way together; each alone gives the same program (test/export).
const answers: { name: string; variants: Partial<Variants> }[] = [
  {
    name: "leave out nulls and times, and have no envelope and no total",
    variants: { sparse: true, single: "bare", write: "bare", total: false },
  },
  {
    name: "spell numbers as texts, and have fields that nobody knows",
    variants: { numbers: "string", extra: true, modelWorkspaceId: true },
  },
];

test.each(answers)(
  "an account whose answers $name is exported, imported and previewed empty",
  async ({ variants }) => {
    await exportsFrom(variants);
  },
);
