import { howMany, packageVersion, printable } from "pulumi-workspace-gateway/tools";
import { stringify } from "yaml";
import { asLine } from "../review/document/block.js";
import { codeSpan, escaped, lineText } from "../review/document/markdown.js";
import { commandVersion } from "../text/own-version.js";
import { proseReader } from "./declarations.js";
import {
  type ExportedFile,
  type ExportedObject,
  firstSteps,
  type Remark,
  type RequiredKey,
  stepLines,
  urlStep,
} from "./exported-program.js";

export function programFiles(
  project: string,
  declared: readonly ExportedObject[],
  remarks: readonly Remark[],
): ExportedFile[] {
  const byFile = Map.groupBy(declared, ({ file }) => file);
  const modules = [...byFile].map(([path, inside]) => ({ path, text: moduleText(inside) }));
  const prose = declared.flatMap((each) => each.prose);
  const imports = [...byFile.keys()].sort().map((path) => `import "./${path}";\n`);
  return [
    { path: "package.json", text: `${JSON.stringify(manifest(project), undefined, 2)}\n` },
    { path: "tsconfig.json", text: compilerOptions },
    {
      path: "Pulumi.yaml",
      text: stringify({
        name: project,
        description: "An exported AI gateway",
        runtime: { name: "nodejs", options: { typescript: false } }, // Node runs TypeScript directly
      }),
    },
    { path: ".gitignore", text: "node_modules/\n" },
    { path: "index.ts", text: imports.join("") || "export {};\n" },
    ...modules,
    ...prose,
    // A prompt is sent byte for byte, so Git must not change its line endings.
    ...(prose.length === 0 ? [] : [proseReader, { path: ".gitattributes", text: "prompts/** -text\n" }]),
    { path: "README.md", text: readmeText(project, declared, remarks) },
  ];
}

function moduleText(declared: readonly ExportedObject[]): string {
  const asks = declared.some(({ keys }) => keys.length > 0);
  const reads = declared.some(({ prose }) => prose.length > 0);
  const imports = [
    ...(asks ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as gateway from "pulumi-workspace-gateway";',
    ...(reads ? [`import { promptText } from "./${proseReader.path}";`] : []),
  ];
  const head = `${imports.join("\n")}\n${asks ? "\nconst config = new pulumi.Config();\n" : ""}`;
  return `${head}${declared.map((each, index) => `${gap(declared[index - 1], each)}${each.text}\n`).join("")}`;
}

function gap(before: ExportedObject | undefined, { kind, text }: ExportedObject): string {
  const areRows = before !== undefined && !`${before.text}${text}`.includes("\n");
  return areRows && before.kind === kind ? "" : "\n";
}

/** The versions that this package is tested with. Exported programs use them. */
export const testedWith = { pulumi: "3.270.0", typescript: "6.0.3", nodeTypes: "24.19.2" } as const;

function manifest(project: string) {
  const dependencies = {
    "@pulumi/pulumi": testedWith.pulumi,
    "pulumi-workspace-gateway": packageVersion(),
  };
  const devDependencies = {
    "@types/node": testedWith.nodeTypes,
    typescript: testedWith.typescript,
    "workspace-gateway": commandVersion(),
  };
  return {
    name: packageName(project, Object.keys({ ...dependencies, ...devDependencies })),
    private: true,
    type: "module",
    main: "index.ts",
    scripts: { check: "tsc" },
    dependencies,
    devDependencies,
  };
}

/** Makes the project's name valid for npm. A package cannot depend on a package with its own name. */
function packageName(project: string, dependencies: readonly string[]): string {
  const refused = ["node_modules", "favicon.ico", ...dependencies];
  const name = project.toLowerCase().replace(/^[^a-z0-9]+/, "") || "gateway";
  return refused.includes(name) ? `${name}-program` : name;
}

const compilerOptions = `{
  "compilerOptions": {
    "target": "es2024",
    "module": "nodenext",
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "skipLibCheck": true,
    "types": ["node"]
  }
}
`;

function readmeText(
  project: string,
  declared: readonly ExportedObject[],
  remarks: readonly Remark[],
): string {
  const keys = declared.flatMap((each) => each.keys);
  const files = new Set(declared.map(({ file }) => file));
  const contents = `${howMany(declared.length, "object")} in ${howMany(files.size, "file")}`;
  const parts = [
    `# ${escaped(project)}\n\nThis program declares an AI gateway with [Pulumi](https://www.pulumi.com): ${contents}.`,
    takeOver(declared, keys),
    ...(keys.length === 0 ? [] : [aboutKeys(keys)]),
    ...(remarks.length === 0 ? [] : [notDeclared(remarks)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Shows the same steps as the export's output. */
function takeOver(declared: readonly ExportedObject[], keys: readonly RequiredKey[]): string {
  const connection = declared
    .map((each) => each.declared.connection)
    .find((each) => typeof each === "string");
  const url = urlStep("https://gateway.example/api/v1", connection);
  const steps = firstSteps(
    "dev",
    { ...url, why: "your gateway's URL (a credential is also required)" },
    keys,
  );
  return `## Import the objects

Run these commands once, for a new stack. The import only reads from the gateway.

\`\`\`sh
${stepLines(steps).map(printable).join("\n")}
\`\`\`

${keys.length === 0 ? "The preview is empty." : "The preview shows only the keys, which the first `pulumi up` sends."} \`npm run check\` type-checks the program.

## Keep it in sync

After changes on the gateway, run \`npx workspace-gateway drift\`. It lists changed values and new objects. \`--adopt new.ts\`
writes the declarations of new objects to \`new.ts\`, and the file for importing them to \`new.import.json\`.`;
}

function aboutKeys(keys: readonly RequiredKey[]): string {
  const rows = keys.map(
    ({ configKey, property, kind, name }) =>
      `| ${codeSpan(configKey)} | ${codeSpan(property)} of the ${codeSpan(kind)} ${codeSpan(name)} |`,
  );
  return `## Keys

The gateway never shows keys, so the export could not read them. To keep the gateway's current key, delete the key's line from the
program.

| Config key | Property |
|---|---|
${rows.join("\n")}`;
}

function notDeclared(remarks: readonly Remark[]): string {
  const rows = remarks.map(
    ({ what, workspace = "", id, why }) =>
      `| ${codeSpan(what)} | ${escaped(workspace)} | ${codeSpan(id)} | ${lineText(asLine(why))} |`,
  );
  return `## Not declared

| Object | Workspace | ID | Reason |
|---|---|---|---|
${rows.join("\n")}`;
}
