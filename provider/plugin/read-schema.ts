import { readFileSync } from "node:fs";
import path from "node:path";

export function readSchema(folder: string): string {
  const file = path.join(folder, "dist/plugin/schema.json");
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new Error(`${file} cannot be read. Reinstall pulumi-workspace-gateway.`);
  }
}
