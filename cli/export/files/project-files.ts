import { packageVersion } from "pulumi-workspace-gateway/tools";
import { stringify } from "yaml";
import { commandVersion } from "../../text/own-version.js";
import type { ExportedFile } from "../exported-program.js";
import { formatted } from "../print/formatted.js";

/** What the program is run and checked with: the versions that this package is tested with. */
export const testedWith = { pulumi: "3.270.0", typescript: "6.0.3", nodeTypes: "24.19.2" } as const;

/** The files of a project that are the same for every account, apart from its name. */
export async function projectFiles(project: string, hasProse: boolean): Promise<ExportedFile[]> {
  return [
    { path: "package.json", text: json(manifest(project)) },
    { path: "tsconfig.json", text: await formatted(json(compilerOptions), "json") },
    { path: "Pulumi.yaml", text: stringify(pulumiProject(project)) },
    { path: ".gitignore", text: "node_modules/\n" },
    ...(hasProse ? [{ path: ".gitattributes", text: attributes }] : []),
  ];
}

/** A prompt is sent byte by byte: git must not change its line ends. */
const attributes = "prompts/** -text\n";

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

/** Names that npm refuses. */
const refused = ["node_modules", "favicon.ico"];

/** The project's name as npm takes it. A package cannot depend on one of its own name. */
function packageName(project: string, dependencies: readonly string[]): string {
  const name = project.toLowerCase().replace(/^[^a-z0-9]+/, "") || "gateway";
  return [...refused, ...dependencies].includes(name) ? `${name}-program` : name;
}

const compilerOptions = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    types: ["node"],
  },
};

/** Node runs the TypeScript itself. */
function pulumiProject(name: string) {
  return {
    name,
    description: "An AI gateway, as it was exported",
    runtime: { name: "nodejs", options: { typescript: false } },
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
