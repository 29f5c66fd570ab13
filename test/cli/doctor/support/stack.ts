import { existsSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { typeToken } from "../../../../provider/spec/token.js";
import { paths } from "../../../harness/paths.ts";
import type { Clinic } from "./clinic.ts";

export interface Stored {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly external?: boolean;
  readonly delete?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deletedWith?: string;
  readonly provider?: string;
  readonly op?: "create" | "update" | "delete";
  readonly next?: Record<string, unknown>;
}

export interface StackOptions {
  readonly config?: Readonly<Record<string, { value?: unknown; secret?: boolean }>>;
  readonly pending?: readonly { type: string; resource: { urn: string } }[];
  /** Where the backend is; a folder of the clinic if this is left out. */
  readonly url?: string;
  readonly project?: string;
}

export function urnOf(kind: string, name: string): string {
  return `urn:pulumi:test::clinic::${typeToken(kind)}::${name}`;
}

/** Makes the clinic's folder a project with its packages and a stack, of which pulumi says this. */
export async function putStack(
  { folder, programs }: Pick<Clinic, "folder" | "programs">,
  resources: readonly Stored[],
  { config = {}, pending = [], url, project = "name: clinic\nruntime: nodejs\n" }: StackOptions = {},
): Promise<void> {
  await writeFile(path.join(folder, "Pulumi.yaml"), project);
  await putPackages(folder);
  const backend = path.join(folder, "backend");
  await mkdir(path.join(backend, ".pulumi"), { recursive: true });
  const covered = (key: string, entry: unknown) => (config[key]?.secret ? { secret: true } : entry);
  const inState = resources
    .filter(({ op }) => op !== "create")
    .map(({ op: _op, next: _next, ...rest }) => ({
      ...{ ...rest, urn: urnOf(rest.kind, rest.name), type: typeToken(rest.kind) },
    }));
  const deployment = { resources: inState, pending_operations: pending };
  const said: Record<string, string> = {
    "pulumi version": "v3.259.0\n",
    "pulumi whoami": JSON.stringify({ user: "ada", url: url ?? `file://${backend}` }),
    "pulumi stack --show-name": "test\n",
    "pulumi stack ls": JSON.stringify([{ name: "test", current: true }]),
    "pulumi preview": JSON.stringify({ steps: resources.map(stepOf) }),
    "pulumi stack export": JSON.stringify({ version: 3, deployment }),
    "pulumi config --json --show-secrets": JSON.stringify(config),
    "pulumi config --json --stack": JSON.stringify(config, covered),
  };
  for (const [command, stdout] of Object.entries(said)) programs.set(command, { stdout });
}

function stepOf(stored: Stored) {
  const { id, op, inputs = {}, next = inputs, outputs = {}, provider } = stored;
  return {
    op: op ?? (stored.external ? "read" : "same"),
    urn: urnOf(stored.kind, stored.name),
    ...(provider && { provider }),
    ...(op === "create" ? {} : { oldState: { id, inputs, outputs } }),
    ...(op === "delete" ? {} : { newState: { inputs: next, outputs } }),
  };
}

async function putPackages(folder: string): Promise<void> {
  const modules = path.join(folder, "node_modules");
  if (existsSync(modules)) return;
  await mkdir(path.join(modules, "@pulumi"), { recursive: true });
  await symlink(path.join(paths.root, "provider"), path.join(modules, "pulumi-workspace-gateway"));
  await symlink(paths.sdk, path.join(modules, "@pulumi/pulumi"));
}

export async function putPackage({ folder }: Pick<Clinic, "folder">, name: string, version: string) {
  const place = path.join(folder, "node_modules", name);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, "package.json"), JSON.stringify({ name, version }));
}
