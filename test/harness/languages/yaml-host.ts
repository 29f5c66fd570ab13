import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buildWithGo } from "../cli/go-build.ts";
import { findKit, type Had, type Kit } from "../cli/kits.ts";

const version = "v1.25.0";
const name = "pulumi-language-yaml";

/** The host cannot print its version, so a script beside it does. */
const kit: Kit = {
  title: "language host of YAML",
  version,
  folder: `yaml-${version}`,
  files: ["version", name],
  prints: version,
};

const program = {
  name,
  module: "github.com/pulumi/pulumi-yaml",
  command: `cmd/${name}`,
  version,
  tags: "osusergo,grpcnotrace",
};

/** The folder of Pulumi's language host for YAML: from the cache, or built with Go. */
export const findYamlHost = (): Promise<Had<{ folder: string }>> =>
  findKit(kit, async (go, empty) => {
    await buildWithGo(go, kit, [program], empty);
    await writeFile(path.join(empty, "version"), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  });
