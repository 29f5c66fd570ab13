import { after, before, type Change, inChangelog, inSortedTable } from "./change.ts";

const golden = "test/golden/provider.test.ts";
const tokens = "test/kinds/tokens.test.ts";

const ofProvider: readonly Change[] = [
  { file: "provider/kinds/«file».ts", template: "kind.ts.txt" },
  { file: "provider/functions/«files».ts", template: "functions.ts.txt" },
  after(
    "provider/classes.ts",
    /(?:^export \{.*\n)+/m,
    'export { «Kind», type «Kind»Args } from "./kinds/«file».js";\n',
  ),
  before(
    "provider/index.ts",
    /^export \* from "\.\/functions\/user\.js";/m,
    'export * from "./functions/«files».js";\n',
  ),
];

const ofGateway: readonly Change[] = [
  { file: "test/gateway/resources/«file».ts", template: "gateway-resource.ts.txt" },
  before(
    "test/gateway/resources/operations.ts",
    /^import \{ user \} from/m,
    'import { «kind» } from "./«file».ts";\n',
  ),
  after(
    "test/gateway/resources/operations.ts",
    /^export const resources: readonly Resource\[\] = \[[^\]]*?\bmapping,/m,
    " «kind»,",
  ),
  after(
    "test/gateway/resources/workspace-removal.ts",
    /^const CONTENTS: TableName\[\] = \[\n/m,
    '  "«table»",\n',
  ),
  before(
    "test/gateway/store/tables.ts",
    /^\} satisfies Record<string, TableSpec>;/m,
    `  «table»: {
    columns: { id: "text", workspace_id: "text", name: "text", ...stamps },
    lookups: [["workspace_id", "name"]],
  },
`,
  ),
  before("test/gateway/auth/scopes.ts", /^ {2}"quotas:read",/m, '  "«table»:read",\n  "«table»:write",\n'),
];

const ofGoldenData: readonly Change[] = [
  { file: "test/golden/data/«files».ts", template: "golden.ts.txt" },
  before(
    "test/golden/groups.ts",
    /^import \{ workspaces \} from/m,
    'import { «kinds» } from "./data/«files».ts";\n',
  ),
  before("test/golden/groups.ts", /^ {2}workflows,\n {2}quotas,/m, "  «kinds»,\n"),
  before(golden, /^import \{ workspaces \} from/m, 'import { «kinds» } from "./data/«files».ts";\n'),
  after(golden, /^const contents = \[[^\]]*?"\/mappings",/m, ' "/«table»",'),
  before(
    golden,
    /^ {2}\{ kind: "Budget", group: budget/m,
    '  { kind: "«Kind»", group: «kinds», outputs: times },\n',
  ),
  before(
    "test/golden/data/scopes.ts",
    /^ {2}\["Workflows", "\/workflows"/m,
    '  ["«Kinds»", "/«table»", "«table»:read", "«table»:write"],\n',
  ),
];

const ofLaws: readonly Change[] = [
  before(tokens, /^\];\n\ntest\("the texts of every kind/m, '  "«Kind»",\n'),
  before(
    tokens,
    /^ {4}Budget: \(\) => new gateway\.Budget/m,
    '    «Kind»: () => new gateway.«Kind»(name, { workspaceId, name: "n" }),\n',
  ),
  before(
    "test/contract/support/samples.ts",
    /^ {2}Budget: \(\) =>/m,
    '  «Kind»: () => ({ name: ["first ", "second "] }),\n',
  ),
  before(
    "test/e2e/support/wrong.ts",
    /^ {2}wrong\("Budget", "too low a budget"/m,
    `  // FILL IN: every rule that the API document has for the inputs of «Kind», each broken, and what is said then
  wrong("«Kind»", "wrong types", { workspaceId: ["", notEmpty], name: [5, anyString] }),
  missing("«Kind»", ["workspaceId", "name"]),
`,
  ),
  after(
    "test/cli/live/live-account.test.ts",
    /^ {2}await make\("\/mappings", .*\n/m,
    '  await make("/«table»", { workspace_id, name: "first" });\n',
  ),
  before(
    "test/cli/review/facts/support/preview.ts",
    /^\} satisfies Record<string, Values>;/m,
    '  «Kind»: { workspaceId: "team-id", name: "first" },\n',
  ),
  before("test/contract/support/world.ts", /^ {4}"quotas",\n {2}\] as const;/m, '    "«table»",\n'),
  before(
    "test/lifecycle/state/doubt.test.ts",
    /^ {2}\["Invitation", "maxUses"/m,
    '  ["«Kind»", "name", "", "is empty"],\n',
  ),
  before(
    "test/functions/support/readers.ts",
    /^ {4}gateway\.seed\.workflow\(workspace_id, \{ name \}\);/m,
    '    await make("/«table»", { workspace_id, name });\n',
  ),
];

const ofRealPulumi: readonly Change[] = [
  before(
    "test/e2e/support/everything.ts",
    /^ {2}\{\n {4}kind: "Quota",/m,
    '  { kind: "«Kind»", name: "«kind»", args: { workspaceId: ref("team"), name: "first" } },\n',
  ),
  before(
    "test/e2e/support/declaration.ts",
    /;\n {2}\/\*\* Logical name in the program\. \*\//,
    '\n    | "«Kind»"',
  ),
  after("test/e2e/support/contents.ts", /^ {2}"mappings",\n/m, '  "«table»",\n'),
];

const ofPages: readonly Change[] = [
  before("README.md", /^\| \[`Quota`\]/m, "| [`«Kind»`](docs/reference/«file».md) | «noun» | deleted |\n"),
  before("docs/lifecycle.md", /^\| `Quota` \| quota/m, "| `«Kind»` | «noun» | `workspaceId` | deleted |\n"),
  before(
    "docs/lifecycle.md",
    /^\/\/ The API has no call that creates a budget or a quota/m,
    'new gateway.«Kind»("first", { workspaceId: team.id, name: "first" });\n\n',
  ),
  before("docs/functions.md", /`Config\(s\)`, `Workflow\(s\)`/, "«told», "),
  inSortedTable(
    "SECURITY.md",
    /(?:^\| `\w+` \| (?:`\w+:(?:read|write)`|the app).*\n)+/m,
    "| `«Kind»` | `«table»:read`, `«table»:write` | – |\n",
  ),
  inChangelog("- `«Kind»`, `get«Kind»` and `get«Kinds»`: FILL IN: what people can do with them."),
];

/** Everything that a kind is named in, as a workspace's objects are that have a name and can be changed. */
export const kindChanges: readonly Change[] = [
  ...ofProvider,
  ...ofGateway,
  ...ofGoldenData,
  ...ofLaws,
  ...ofRealPulumi,
  ...ofPages,
];
