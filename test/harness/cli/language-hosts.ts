import path from "node:path";
import { type GoProgram, pulumiProgram } from "./go-build.ts";

/** The last release that has the language hosts inside the sdk module. Later they are modules without tags. */
export const hostVersion = "v3.68.0";

/** A language host, and what tells it the options of the project. */
export function languageHost(language: "nodejs" | "python"): readonly [GoProgram, GoProgram] {
  const name = `pulumi-language-${language}`;
  return [
    {
      ...pulumiProgram("github.com/pulumi/pulumi/sdk/v3", `${language}/cmd/${name}`, hostVersion),
      name: `${name}-by-flags`,
    },
    {
      name,
      module: "gopkg.in/yaml.v3",
      version: "v3.0.1",
      source: path.join(import.meta.dirname, "language-host/main.go"),
      stamp: `main.version=${hostVersion}`,
    },
  ];
}
