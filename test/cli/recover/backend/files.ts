import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { StackPlace } from "../../../../cli/recover/backend/stack-files.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A checkpoint as pulumi writes it, with these creates pending. */
export function checkpoint(time: string, creating: readonly string[] = []): string {
  const pending_operations = creating.map((urn) => ({ type: "creating", resource: { urn } }));
  const latest = { manifest: { time }, resources: [], pending_operations };
  return JSON.stringify({ version: 3, checkpoint: { stack: "organization/shop/prod", latest } });
}

/** A file backend that has these files of the stack, by their paths in `.pulumi`. */
export async function backendWith(files: Readonly<Record<string, string | Buffer>>): Promise<StackPlace> {
  const backend = await temporaryFolder();
  let written = Date.parse("2026-11-22T00:00:00Z") / 1000;
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(backend, ".pulumi", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, written, written++); // each is newer than the one before
  }
  return { backend, project: "shop", stack: "prod" };
}
