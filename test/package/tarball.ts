import { copyFile, readFile } from "node:fs/promises";
import path from "node:path";
import { ok } from "../e2e/support/outcome.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";

/**
 * Packs what is built of a package, as it would be published, to the place where the fixtures' package.json look for it. Before a
 * release, `RELEASE_FOLDER` has what will be published: that is tested, byte for byte.
 */
export async function packed(
  folder: "provider" | "cli" | "test/gateway",
  directory: string,
): Promise<string> {
  const cwd = path.join(paths.root, folder);
  const { name, version } = JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8"));
  const tarball = path.join(directory, `${name}.tgz`);
  const released = process.env.RELEASE_FOLDER;
  if (released === undefined) {
    await ok(new RunningProcess("npm", ["pack", "--pack-destination", directory], { cwd }).done);
  }
  await copyFile(path.join(released ?? directory, `${name}-${version}.tgz`), tarball);
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
