import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { onTestFinished } from "vitest";
import { paths } from "../../../harness/paths.ts";
import { projectFiles } from "../../../harness/project-files.ts";

/** The lines that most programs begin with. */
const usual = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";
`;

/** A program that is one file, in a folder of its own that finds the packages of the repository. Returns the file. */
export async function programFile(
  text: string,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = path.join(paths.projects, `testing-${randomUUID()}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, content] of Object.entries({ ...projectFiles("tested", usual + text), ...files })) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return path.join(folder, "index.ts");
}
