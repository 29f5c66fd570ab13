import { defined, holdsKinds, type Kind } from "pulumi-workspace-gateway/tools";
import type { IgnoreRule } from "../../drift/ignore-rules.js";
import { ignorable, manageable } from "../../drift/undeclared.js";
import type { ExportedFile, KnownObject } from "../../export/exported-program.js";
import { usualIgnoreFile } from "../drift/tell-drift.js";
import type { ExportChoice } from "./export-choice.js";
import { isSame } from "./folder/is-same.js";
import type { AccountForExport } from "./read-for-export.js";

interface Undeclared {
  readonly account: Pick<AccountForExport, "objects">;
  readonly choice: ExportChoice;
  readonly known: readonly KnownObject[];
  readonly kinds: readonly Kind[];
  /** Whether the export is of chosen workspaces. */
  readonly isChosen: boolean;
}

/** What `drift` would list, though the export could not declare it or was told not to. */
export async function driftRules(undeclared: Undeclared): Promise<IgnoreRule[]> {
  const { account, choice, known, kinds, isChosen } = undeclared;
  const listed = kinds.filter(({ endpoints }) => endpoints.list !== undefined);
  const leftOut = choice.leftOut.filter(({ what }) => listed.some(({ name }) => name === what));
  const holders = isChosen ? listed.filter((kind) => holdsKinds(kind, kinds)) : [];
  const reasons = new Map(
    account.objects.flatMap((each) => ("why" in each ? [[each.object, each.why] as const] : [])),
  );
  const objects = [...reasons.keys()].filter(
    ({ kind, id }) =>
      kind.endpoints.list !== undefined && !known.some((each) => isSame(each, { kind: kind.name, id })),
  );
  // What no resource can manage is in no list of `drift`.
  return [
    ...leftOut.map(({ what, why }) => ({ kind: what, reason: why })),
    ...holders.map(({ name }) => ({ kind: name, reason: "the export is of chosen workspaces" })),
    ...(await manageable(objects))
      .map((object) => ({ ...defined({ ...ignorable(object) }), reason: reasons.get(object) ?? "" }))
      .sort((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1)),
  ];
}

const about = `# What \`workspace-gateway drift\` shall not list. An export wrote this, and writes it again, unless somebody edits it.`;

/** The file with these rules; none if there is nothing to say, or if a file with rules of somebody's own has them all. */
export function driftFile(rules: readonly IgnoreRule[], now = ""): ExportedFile[] {
  const lines = rules.map(lineOf);
  const isOwn = now !== "" && !now.startsWith(about);
  return lines.length === 0 || (isOwn && lines.every((line) => now.includes(line)))
    ? []
    : [
        {
          path: usualIgnoreFile,
          text: [about, "ignore:", ...lines.map((line) => `  ${line}`), ""].join("\n"),
        },
      ];
}

function lineOf(rule: IgnoreRule): string {
  const parts = Object.entries(rule).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `- { ${parts.join(", ")} }`;
}
