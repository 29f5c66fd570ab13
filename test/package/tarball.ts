import { readdir, rename } from "node:fs/promises";
import path from "node:path";
import { ok } from "../e2e/support/outcome.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";

const provider = path.join(paths.root, "provider");

/** Packs the built provider, as it would be published, to the place where the fixtures' package.json look for it. */
export async function packProvider(directory: string): Promise<string> {
  await ok(new RunningProcess("npm", ["pack", "--pack-destination", directory], { cwd: provider }).done);
  const [packed = ""] = await readdir(directory);
  const tarball = path.join(directory, "pulumi-workspace-gateway.tgz");
  await rename(path.join(directory, packed), tarball);
  return tarball;
}

export async function textOf(tarball: string, file: string): Promise<string> {
  return ok(new RunningProcess("tar", ["-xzOf", tarball, `package/${file}`]).done);
}

/** The paths of the files in it, without the folder `package` that npm puts them in. */
export async function filesOf(tarball: string): Promise<string[]> {
  const list = await ok(new RunningProcess("tar", ["-tzf", tarball]).done);
  return list
    .trim()
    .split("\n")
    .map((line) => path.posix.relative("package", line));
}
