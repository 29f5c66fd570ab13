import { defined, holdsKinds, type Kind } from "pulumi-workspace-gateway/tools";
import type { IgnoreRule } from "../../drift/ignore.js";
import { ignorable, manageable } from "../../drift/undeclared.js";
import type { ExportedFile } from "../../export/exported-program.js";
import { usualIgnoreFile } from "../drift/tell-drift.js";
import type { AccountForExport, ExportChoice } from "./read-account.js";

interface Undeclared {
  readonly account: Pick<AccountForExport, "objects">;
  readonly choice: ExportChoice;
  readonly kinds: readonly Kind[];
  /** Whether the export is of chosen workspaces. */
  readonly isPart: boolean;
}

/** The file with rules for what `drift` would list, though the export could not declare it or was told not to. */
export async function driftFile(undeclared: Undeclared): Promise<ExportedFile[]> {
  const lines = (await driftRules(undeclared)).map(
    (rule) =>
      `  - { ${Object.entries(rule)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
        .join(", ")} }\n`,
  );
  const head = "# What `workspace-gateway drift` does not list. An export wrote this.\nignore:\n";
  return lines.length === 0 ? [] : [{ path: usualIgnoreFile, text: head + lines.join("") }];
}

async function driftRules({ account, choice, kinds, isPart }: Undeclared): Promise<IgnoreRule[]> {
  const listed = kinds.filter(({ endpoints }) => endpoints.list !== undefined);
  const leftOut = choice.leftOut.filter(({ what }) => listed.some(({ name }) => name === what));
  const holders = isPart ? listed.filter((kind) => holdsKinds(kind, kinds)) : [];
  const reasons = new Map(
    account.objects.flatMap((each) =>
      "why" in each && listed.includes(each.object.kind) ? [[each.object, each.why] as const] : [],
    ),
  );
  // `drift` never lists what no resource can manage.
  const objects = (await manageable([...reasons.keys()])).map((object) => ({
    ...defined({ ...ignorable(object) }),
    reason: reasons.get(object) ?? "",
  }));
  return [
    ...leftOut.map(({ what, why }) => ({ kind: what, reason: why })),
    ...holders.map(({ name }) => ({ kind: name, reason: "the export is of chosen workspaces" })),
    ...objects.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ];
}
