import { execFileSync } from "node:child_process";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../../..");

/** A file as the repository's own formatter leaves it. Fails if it is no valid file. */
export function biomed(text: string, name: string): string {
  return execFileSync(path.join(root, "node_modules/.bin/biome"), ["format", `--stdin-file-path=${name}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
}
