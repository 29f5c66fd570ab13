import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { paths } from "../../harness/paths.ts";

/** Installs a copy of the built provider in a project, as another release at another place would be. */
export async function installCopy(project: string, version: string): Promise<void> {
  const source = path.join(paths.root, "provider");
  const target = path.join(project, "node_modules/pulumi-workspace-gateway");
  await cp(path.join(source, "dist"), path.join(target, "dist"), { recursive: true });
  const manifest: object = JSON.parse(await readFile(path.join(source, "package.json"), "utf8"));
  await writeFile(path.join(target, "package.json"), JSON.stringify({ ...manifest, version }));
}
