import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path from "node:path";

export async function which(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const directory of (env.PATH ?? "").split(path.delimiter)) {
    const file = path.join(directory, name);
    if (directory !== "" && (await isExecutable(file))) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
