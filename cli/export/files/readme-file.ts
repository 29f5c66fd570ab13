import { howMany, printable } from "pulumi-workspace-gateway/tools";
import { codeSpan, withCode } from "../../review/markdown/escaping/code-span.js";
import { escaped } from "../../review/markdown/escaping/escaped.js";
import type { ExportedFile, Remark, RequiredKey } from "../exported-program.js";
import {
  firstImport,
  importStep,
  keySteps,
  lastSteps,
  stackSteps,
  stepLines,
  urlStep,
} from "../first-steps.js";
import type { WrittenObject } from "../written-objects.js";

/** What the project is, how it takes the objects over, and what of the account is not in it. */
export function readmeFile(
  project: string,
  declared: readonly WrittenObject[],
  remarks: readonly Remark[],
): ExportedFile {
  const keys = declared.flatMap((each) => each.keys);
  const parts = [
    `# ${escaped(project)}\n\nThis program declares an AI gateway with [Pulumi](https://www.pulumi.com): ${contents(declared)}.`,
    takeOver(declared, keys),
    keys.length === 0 ? undefined : aboutKeys(keys),
    remarks.length === 0 ? undefined : notDeclared(remarks),
  ];
  return { path: "README.md", text: `${parts.filter((part) => part !== undefined).join("\n\n")}\n` };
}

function contents(declared: readonly WrittenObject[]): string {
  const files = [...new Set(declared.map(({ exported }) => exported.file))].sort();
  return `${howMany(declared.length, "object")} in ${howMany(files.length, "file")}`;
}

/** The same lines as an export prints. */
function takeOver(declared: readonly WrittenObject[], keys: readonly RequiredKey[]): string {
  const connection = declared.map(({ exported }) => exported.declared.connection).find(isText);
  const url = urlStep("https://gateway.example/api/v1", connection);
  const steps = [
    ...stackSteps("dev"),
    { ...url, why: "yours; and a credential" },
    ...keySteps(keys),
    importStep(firstImport),
    ...lastSteps(keys),
  ];
  return `## Take the objects over

Once, for a new stack. \`import.json\` has what no stack has yet. The import only reads: nothing is written to the gateway.

\`\`\`sh
${stepLines(steps).map(printable).join("\n")}
\`\`\`

${keys.length === 0 ? "The preview is empty." : "The preview shows nothing but the keys, which the first `pulumi up` sends."} \`npm run check\` checks the types.

## Keep it in step

After changes on the gateway, \`npx workspace-gateway export . --into\` takes new objects and new values into every file that nobody
has edited, prints what belongs into the others, and says what to run next. To take everything into another stack, add
\`--import --stack NAME\`.`;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function aboutKeys(keys: readonly RequiredKey[]): string {
  const rows = keys.map(
    ({ configKey, property, kind, name }) =>
      `| ${codeSpan(configKey)} | ${codeSpan(property)} of the ${codeSpan(kind)} ${codeSpan(name)} |`,
  );
  return `## Keys

The gateway never shows a key, so the export could not read them. To leave one as the gateway has it, delete its line in the
program.

| config key | what it is |
|---|---|
${rows.join("\n")}`;
}

function notDeclared(remarks: readonly Remark[]): string {
  const rows = remarks.map(
    ({ what, workspace = "", id, why }) =>
      `| ${codeSpan(what)} | ${escaped(workspace)} | ${codeSpan(id)} | ${withCode(why)} |`,
  );
  return `## What is not declared

| what | workspace | id | why |
|---|---|---|---|
${rows.join("\n")}`;
}
