import { readFileSync } from "node:fs";

const files = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The name of the Pulumi project in the current folder. */
export function projectName(): string {
  for (const file of files) {
    const text = read(file);
    if (text === undefined) continue;
    const name = nameIn(text);
    if (name === undefined) throw new Error(`${file} has no \`name\` that Pulumi accepts.`);
    return name;
  }
  throw new Error("There is no Pulumi.yaml next to pipeline.sh.");
}

/** A project's name has only letters, digits, `-`, `_` and `.`, so no other YAML syntax is possible there. */
function nameIn(text: string): string | undefined {
  if (text.trimStart().startsWith("{")) {
    const { name } = JSON.parse(text);
    return typeof name === "string" ? name : undefined;
  }
  return /^(["']?)name\1\s*:\s*(["']?)(?<name>[\w.-]+)\2\s*(?:#.*)?$/m.exec(text)?.groups?.name;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
      .replaceAll("\r\n", "\n")
      .replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
