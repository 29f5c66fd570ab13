import { type Adapter, adapterProject } from "./adapter.ts";

const manifest = { private: true, type: "module", main: "index.ts" };

/** The files of a program that Node runs without a transpiler. The given files are added, or replace them. */
export function projectFiles(
  name: string,
  program: string | Readonly<Record<string, string>>,
  adapter: Adapter = "dynamic",
): Record<string, string> {
  return {
    // JSON is YAML.
    "Pulumi.yaml": JSON.stringify({
      name,
      runtime: { name: "nodejs", options: { typescript: false } },
      ...adapterProject[adapter].yaml,
    }),
    "package.json": JSON.stringify({ name, ...manifest }),
    ...(typeof program === "string" ? { "index.ts": program } : program),
  };
}
