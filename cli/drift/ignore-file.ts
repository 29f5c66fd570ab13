import { type Kind, likely } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { readYaml } from "../text/yaml-file.js";
import type { IgnoreRule } from "./ignore-rules.js";

const pattern = z.string().min(1, "must not be empty");

const whyNot = "must say why nobody declares it";

/** Reads the text of `gateway-drift.yaml`: a list of rules under `ignore`. */
export function readIgnoreFile(text: string, file: string, kinds: readonly Kind[]): readonly IgnoreRule[] {
  const keys = z.strictObject({
    kind: z.string().superRefine(known(kinds)).optional(),
    workspace: pattern.optional(),
    name: pattern.optional(),
    reason: z.string(whyNot).trim().min(1, whyNot),
  });
  const rule = keys.refine(({ kind, workspace, name }) => (kind ?? workspace ?? name) !== undefined, {
    message: "would ignore everything: give it a kind, a workspace or a name",
  });
  const schema = z.strictObject({ ignore: z.array(rule).nullish() });
  const { ignore } = readYaml(text, file, {
    what: "file of ignore rules",
    schema,
    keysAt: (path) => Object.keys(path.length === 0 ? schema.shape : keys.shape),
  });
  return ignore ?? [];
}

function known(kinds: readonly Kind[]): (name: string, context: z.core.$RefinementCtx) => void {
  return (name, context) => {
    const names = kinds.filter(({ endpoints }) => endpoints.list !== undefined).map((kind) => kind.name);
    if (!names.includes(name)) {
      const meant = likely(name, names);
      const hint = meant === undefined ? `they are ${names.join(", ")}` : `did you mean ${meant}?`;
      context.addIssue(`${JSON.stringify(name)} is no kind that is looked for: ${hint}`);
    }
  };
}
