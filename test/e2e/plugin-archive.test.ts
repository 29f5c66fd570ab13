import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { thisPlatform } from "../../provider/build/archive.mts";
import type { Had } from "../harness/cli/kits.ts";
import { which } from "../harness/cli/which.ts";
import { type PulumiProject, pulumiProject } from "../harness/engine.ts";
import { pluginArchive, unpackedPlugin } from "../harness/plugin-archive.ts";
import { RunningProcess } from "../harness/process.ts";
import { published } from "../plugin/support/published-schema.ts";
import { serveReleases } from "./languages/support/releases.ts";
import { ok } from "./support/outcome.ts";

const executable = path.join(unpackedPlugin, "pulumi-resource-workspace-gateway");

let made: Had<{ file: string }>;
let project: PulumiProject;
beforeAll(async () => {
  made = await pluginArchive();
  project = await pulumiProject({ program: "" });
});
afterAll(() => project?.dispose());

/** The archive; skips the test where it could not be made. */
function archive(context: TestContext): string {
  return "missing" in made ? context.skip(made.missing) : made.file;
}

test("the archive for this platform has the executable and the licenses, under the name that Pulumi requests", async (context) => {
  const file = archive(context);
  expect(path.basename(file)).toBe(
    `pulumi-resource-workspace-gateway-v${published.version}-${thisPlatform}.tar.gz`,
  );
  const listed = await ok(new RunningProcess("tar", ["-tzf", file]).done);
  expect(listed.trim().split("\n")).toEqual([
    "LICENSE",
    "THIRD-PARTY-LICENSES",
    "pulumi-resource-workspace-gateway",
  ]);
  const licences = await readFile(path.join(unpackedPlugin, "THIRD-PARTY-LICENSES"), "utf8");
  for (const name of ["@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf", "undici", "zod", "V8"])
    expect(licences).toContain(name);
});

test("without Node on the PATH, the executable returns the resources and functions of the published schema", async (context) => {
  archive(context);
  const { stdout } = await project.run(["package", "get-schema", executable], await withoutNode());
  const { resources, functions, version } = JSON.parse(stdout);
  expect([resources, functions].map(namesOf)).toEqual(
    [published.resources, published.functions].map(namesOf),
  );
  expect(version).toBe(published.version);
});

test("`pulumi plugin install` installs the archive from a file and from a server, with the same executable", async (context) => {
  const file = archive(context);
  const releases = await serveReleases([file]);
  try {
    for (const from of [
      ["--file", file],
      ["--server", releases.url],
    ]) {
      const home = path.join(project.directory, from[0] ?? "");
      const version = `v${published.version}`;
      const install = ["plugin", "install", "resource", "workspace-gateway", version, ...from];
      await ok(project.run(install, { PULUMI_HOME: home, ...(await withoutNode()) }));
      const kept = path.join(
        home,
        `plugins/resource-workspace-gateway-${version}`,
        path.basename(executable),
      );
      expect(await digest(kept)).toBe(await digest(executable));
    }
  } finally {
    releases.close();
  }
  expect(releases.asked).toEqual([`/${path.basename(file)}`]);
});

const namesOf = (value: object) => Object.keys(value).sort();

const digest = async (file: string) =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

async function withoutNode(): Promise<{ PATH: string }> {
  const pulumi = (await which("pulumi", project.env)) ?? expect.unreachable("there is no pulumi");
  return { PATH: path.dirname(pulumi) };
}
