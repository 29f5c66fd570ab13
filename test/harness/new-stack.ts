import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";

type Files = ReadonlyMap<string, Buffer>;

/** What `stack init` makes, by what it depends on: to make it takes half a second of CPU, to copy it none. */
const made = new Map<string, Promise<Files>>();

/** Makes a stack in a project without one: `init` runs for the first of its kind in this process alone. */
export async function newStack(
  directory: string,
  kind: Readonly<Record<"stack" | "passphrase", string>>,
  init: () => Promise<unknown>,
): Promise<void> {
  // The backend keeps stacks by the name of their project.
  const { name } = parse(await readFile(path.join(directory, "Pulumi.yaml"), "utf8"));
  const key = JSON.stringify({ name, ...kind });
  const known = made.get(key);
  if (known === undefined) {
    const making = init().then(() => filesIn(directory, kind.stack));
    made.set(key, making);
    making.catch(() => made.delete(key));
    await making;
    return;
  }
  for (const [file, text] of await known) {
    const target = path.join(directory, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

async function filesIn(directory: string, stack: string): Promise<Files> {
  const backend = await readdir(path.join(directory, ".backend"), { recursive: true, withFileTypes: true });
  const files = backend
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
  const all = [...files, `Pulumi.${stack}.yaml`];
  return new Map(
    await Promise.all(all.map(async (file) => [file, await readFile(path.join(directory, file))] as const)),
  );
}
