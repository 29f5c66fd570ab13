import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { findTool, type Kit } from "../../harness/cli/kits.ts";

const name = "sdk-generator";

/** The newest whose SDK for Go builds: later ones need a module that the Go proxy does not serve. */
const generatorVersion = "v3.259.0";

const source = path.join(import.meta.dirname, name, "main.go");

/** Calls Pulumi's SDK generators. The CLI leaves that to language hosts, which cannot be built here. */
const generatorKit: Kit = {
  title: "generator of SDKs",
  version: generatorVersion,
  folder: `${name}-${generatorVersion}-${hash("sha256", readFileSync(source, "utf8"), "base64url").slice(0, 8)}`,
  files: [name],
  prints: generatorVersion,
};

const program = {
  name,
  module: "github.com/pulumi/pulumi/pkg/v3",
  version: generatorVersion,
  source,
  tags: "osusergo,grpcnotrace",
  stamp: `main.version=${generatorVersion}`,
};

/** Finds the generator in the cache, else builds it with Go; or says why it cannot be had. */
export const findSdkGenerator = () => findTool(generatorKit, program);
