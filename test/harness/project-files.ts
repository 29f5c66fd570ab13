const manifest = { private: true, type: "module", main: "index.ts" };

/** The files of a program that Node runs as it is, without a transpiler; those given come on top. */
export function projectFiles(
  name: string,
  program: string | Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    // JSON is YAML.
    "Pulumi.yaml": JSON.stringify({ name, runtime: { name: "nodejs", options: { typescript: false } } }),
    "package.json": JSON.stringify({ name, ...manifest }),
    ...(typeof program === "string" ? { "index.ts": program } : program),
  };
}
