import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ExportedState } from "../../harness/engine.ts";
import type { Declared } from "./declaration.ts";

const folder = path.resolve(import.meta.dirname, "../fixtures");

/** A stack as a release has left it: what its program declared, and its checkpoint. */
export interface Release {
  readonly objects: readonly Declared[];
  readonly checkpoint: ExportedState;
}

export async function readRelease(name: string): Promise<Release> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(folder, file), "utf8"));
  return { objects: await read(`${name}.objects.json`), checkpoint: await read(`${name}.json`) };
}

export async function writeRelease(name: string, release: Release): Promise<void> {
  await mkdir(folder, { recursive: true });
  const write = (file: string, content: unknown) =>
    writeFile(path.join(folder, file), `${JSON.stringify(content, undefined, 2)}\n`);
  await write(`${name}.objects.json`, release.objects);
  await write(`${name}.json`, release.checkpoint);
}

/** The checkpoint with the ids and addresses of the same objects on another gateway, wherever they stand. */
export function moveTo(checkpoint: ExportedState, other: ExportedState): string {
  const places = ({ deployment }: ExportedState) =>
    new Map(
      (deployment.resources ?? []).flatMap(({ urn, id, inputs }) => [
        [urn, id] as const,
        [`${urn} url`, inputs?.url] as const,
      ]),
    );
  const news = places(other);
  return [...places(checkpoint)].reduce((text, [what, old]) => {
    const moved = news.get(what);
    return typeof old === "string" && typeof moved === "string" ? text.replaceAll(old, moved) : text;
  }, JSON.stringify(checkpoint));
}
