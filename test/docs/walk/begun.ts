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

/** The program of the folder is on the gateway, by a stack that is selected. */
export async function applied(place: Place, name: string): Promise<void> {
  await stack(place, name);
  await place.earlier("pulumi up --skip-preview");
}

/** A folder of `examples` with an empty stack `prod`. */
export async function exampleStack(place: Place, example: string): Promise<void> {
  await place.copy(example);
  await stack(place, "prod");
}

/** A folder of `examples` is on the gateway, by the stack `prod`. */
export async function exampleApplied(place: Place, example: string): Promise<void> {
  await place.copy(example);
  await applied(place, "prod");
}

/** A stack whose state is that of `prod`, but for a text. */
export async function likeProd(place: Place, name: string, printed: string, own: string): Promise<void> {
  await place.earlier(`cp Pulumi.prod.yaml Pulumi.${name}.yaml; pulumi stack init ${name} --no-select`);
  await place.earlier("pulumi stack export --stack prod > prod.json");
  const state = (await readFile(path.join(place.folder, "prod.json"), "utf8"))
    .replaceAll("urn:pulumi:prod::", `urn:pulumi:${name}::`)
    .replaceAll(printed, own);
  await place.earlier(`pulumi stack import --stack ${name}`, state);
}

/** What somebody does in an editor. */
export async function edit(place: Place, file: string, printed: string | RegExp, own: string): Promise<void> {
  const text = await readFile(path.join(place.folder, file), "utf8");
  const edited = text.replace(printed, own);
  if (edited === text) throw new Error(`${file} has no ${printed}`);
  await place.write(file, edited);
}

/** What somebody writes below what a file has. */
export async function append(place: Place, file: string, text: string): Promise<void> {
  await appendFile(path.join(place.folder, file), `\n${text}`);
}
