import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { shortHash } from "../../../../provider/spec/compare.js";
import { findTool, type Had, type Kit } from "../../../harness/cli/kits.ts";
import type { RunningBackend } from "./postgres.ts";

const name = "s3-server";
const source = path.join(import.meta.dirname, name, "main.go");
const version = "v1.2.0";

const kit: Kit = {
  title: "S3 server for tests",
  version,
  folder: `${name}-${version}-${shortHash(readFileSync(source, "utf8"))}`,
  files: [name],
  prints: version,
};

const program = {
  name,
  module: "github.com/johannesboyne/gofakes3",
  version,
  source,
  stamp: `main.version=${version}`,
};

/** A bucket of an S3 server in memory, which Go builds once. */
export async function startS3(): Promise<Had<RunningBackend>> {
  const found = await findTool(kit, program);
  if ("missing" in found) return found;
  const server = spawn(found.file, ["states"], { stdio: ["pipe", "pipe", "inherit"] });
  const [address] = await once(createInterface(server.stdout), "line");
  const query = new URLSearchParams({
    endpoint: `http://${address}`,
    region: "us-east-1",
    use_path_style: "true",
    disable_https: "true",
  });
  return {
    env: {
      PULUMI_BACKEND_URL: `s3://states?${query}`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_EC2_METADATA_DISABLED: "true",
    },
    async stop() {
      server.stdin.end();
      await once(server, "close");
    },
  };
}
