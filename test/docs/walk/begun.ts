import { appendFile, cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { paths } from "../../harness/paths.ts";
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

export async function applied(place: Place, name: string): Promise<void> {
  await stack(place, name);
  await place.earlier("pulumi up --skip-preview");
}

export async function exampleStack(place: Place, example: string): Promise<void> {
  await place.copy(example);
  await stack(place, "prod");
}

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

export async function edit(place: Place, file: string, printed: string | RegExp, own: string): Promise<void> {
  const text = await readFile(path.join(place.folder, file), "utf8");
  const edited = text.replace(printed, own);
  if (edited === text) throw new Error(`${file} has no ${printed}`);
  await place.write(file, edited);
}

export async function append(place: Place, file: string, text: string): Promise<void> {
  await appendFile(path.join(place.folder, file), `\n${text}`);
}

/** What a checkout has in a folder of its own, because programs find by it where they are. */
const copied = ["package.json", "Pulumi.yaml", "examples", "test/harness"];
const linked = ["node_modules", "test/gateway"];

/** Makes the folder a fresh checkout of this repository with its packages installed. */
export async function checkout(place: Place): Promise<void> {
  const at = place.folder;
  await rm(path.join(at, "node_modules"));
  await mkdir(path.join(at, "test"));
  for (const each of copied) await cp(path.join(paths.root, each), path.join(at, each), { recursive: true });
  for (const each of linked) await symlink(path.join(paths.root, each), path.join(at, each));
  // A checkout says nothing of a gateway or a backend: its own scripts do.
  await place.earlier("unset WORKSPACE_GATEWAY_BASE_URL WORKSPACE_GATEWAY_ACCESS_TOKEN PULUMI_BACKEND_URL");
}

export const startsGateway = "npm run gateway -- --port 8080 --samples";

/** `npm ci` took place before these tests could run, and takes half a minute. */
export const packagesAreInstalled = { "npm ci": "true" };
