import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Calls `work` with a folder that only the user may read, and removes it afterwards. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "workspace-gateway-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls `work` with a file that only the user may read, and removes it afterwards. */
export async function withPrivateFile<T>(
  name: string,
  text: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return inPrivateFolder(async (folder) => {
    const file = path.join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return work(file);
  });
}
