import ts from "typescript";
import type { ExportedFile, ExportedObject } from "../../../../cli/export/exported-program.js";
import type { Json } from "../../../../provider/text/json.js";

/** What a program has declared: the arguments, with the values that references stand for. */
export interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly args: { readonly [property: string]: Json };
  readonly file: string;
}

/** A program, and what its references stand for. */
interface Runnable {
  readonly files: readonly ExportedFile[];
  readonly objects: readonly Pick<ExportedObject, "kind" | "name" | "id" | "imported">[];
}

/** Runs a program without Pulumi. A key of the config is `secret:` and its name. */
export function run({ files, objects }: Runnable): Declared[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const declared: Declared[] = [];
  const load = (path: string) => {
    const { outputText, diagnostics } = ts.transpileModule(texts.get(path) ?? "", {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 },
      reportDiagnostics: true,
    });
    if (diagnostics?.length) {
      throw new Error(ts.formatDiagnostics(diagnostics, host));
    }
    const gateway = new Proxy(
      {},
      {
        get: (_, kind: string) =>
          class {
            constructor(name: string, args: Declared["args"]) {
              declared.push({ kind, name, args, file: path });
              const object = objects.find((each) => each.kind === kind && each.name === name);
              Object.assign(this, object?.imported.outputs, { id: object?.id });
            }
          },
      },
    );
    const modules: { [name: string]: unknown } = {
      "@pulumi/pulumi": {
        Config: class {
          requireSecret(key: string) {
            return `secret:${key}`;
          }
        },
      },
      "pulumi-workspace-gateway": gateway,
      "./prompt-text.ts": { promptText: (file: string) => texts.get(`prompts/${file}`) },
    };
    new Function("require", "exports", outputText)(
      (name: string) => modules[name] ?? load(name.slice(2)),
      {},
    );
  };
  load("index.ts");
  return declared;
}

const host: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => "",
  getNewLine: () => "\n",
};
