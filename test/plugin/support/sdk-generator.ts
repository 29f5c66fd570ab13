import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { cliVersion } from "../../harness/cli/find.ts";
import { findTool, type Kit } from "../../harness/cli/kits.ts";

const name = "sdk-generator";
const source = path.join(import.meta.dirname, name, "main.go");

/** What Pulumi's own generators of SDKs are called by; the CLI leaves that to language hosts that cannot be built here. */
const generatorKit: Kit = {
  title: "generator of SDKs",
  version: cliVersion,
  folder: `${name}-${cliVersion}-${hash("sha256", readFileSync(source, "utf8"), "base64url").slice(0, 8)}`,
  files: [name],
  prints: cliVersion,
};

const program = {
  name,
  module: "github.com/pulumi/pulumi/pkg/v3",
  version: cliVersion,
  source,
  tags: "osusergo,grpcnotrace",
  stamp: `main.version=${cliVersion}`,
};

/** Finds the generator in the cache, else builds it with Go; or says why it cannot be had. */
export const findSdkGenerator = () => findTool(generatorKit, program);
