import { appendFile, readFile } from "node:fs/promises";
import path from "node:path";
import { blocksOf } from "../support/pages.ts";
import type { Place } from "./place.ts";

/** Not a real key: the reference gateway never calls a provider. */
export const madeUpKey = "sk-made-up";

/** The program with which README begins, as a project without a stack. */
export async function readmeProgram(place: Place): Promise<void> {
  await project(place, blocksOf("README.md", "ts")[0]?.text ?? "");
}

/** A project of this program, which Node runs itself, without a stack. */
export async function project(place: Place, program: string): Promise<void> {
  await place.write("index.ts", program);
  await place.write("package.json", JSON.stringify({ private: true, type: "module", main: "index.ts" }));
  await place.write(
    "Pulumi.yaml",
    "name: my-gateway\nruntime: { name: nodejs, options: { typescript: false } }\n",
  );
}

/** A stack that is selected, with the key for which the programs of pages and examples ask. */
export async function stack(place: Place, name: string): Promise<void> {
  await place.earlier(`pulumi stack init ${name}`);
  await place.earlier("pulumi config set --secret openaiApiKey", madeUpKey);
}

/** A folder of `examples` whose stack is on the gateway. */
export async function applied(place: Place, example: string, name = "prod"): Promise<void> {
  await place.copy(example);
  await stack(place, name);
  await place.earlier("pulumi up --skip-preview");
}

/** What somebody does in an editor. */
export async function edit(place: Place, file: string, printed: string, own: string): Promise<void> {
  const text = await readFile(path.join(place.folder, file), "utf8");
  if (!text.includes(printed)) throw new Error(`${file} has no ${printed}`);
  await place.write(file, text.replaceAll(printed, own));
}

/** What somebody writes below what a file has. */
export async function append(place: Place, file: string, text: string): Promise<void> {
  await appendFile(path.join(place.folder, file), `\n${text}`);
}
