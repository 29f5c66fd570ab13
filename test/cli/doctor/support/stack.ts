import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { nativeToken, typeToken } from "../../../../provider/spec/token.js";
import { paths } from "../../../harness/paths.ts";
import type { Clinic } from "./clinic.ts";

/** A resource in the state of a stack. */
export interface Stored {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly external?: boolean;
  readonly delete?: boolean;
  /** Whether the plugin makes it. */
  readonly native?: true;
}

/** What else the clinic's project says, beside its resources. */
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
  const hidden = Object.fromEntries(
    Object.entries(config).map(([key, { value, secret = false }]) => [
      key,
      secret ? { secret } : { value, secret },
    ]),
  );
  const deployment = {
    resources: resources.map(({ kind, name, native, ...rest }) => {
      const type = native ? nativeToken(kind) : typeToken(kind);
      return { urn: `urn:pulumi:test::clinic::${type}::${name}`, type, ...rest };
    }),
    pending_operations: pending,
  };
  const said: Record<string, string> = {
    "pulumi version": "v3.259.0\n",
    "pulumi whoami": JSON.stringify({ user: "ada", url: url ?? `file://${backend}` }),
    "pulumi stack --show-name": "test\n",
    "pulumi stack ls": JSON.stringify([{ name: "test", current: true }]),
    "pulumi stack export": JSON.stringify({ version: 3, deployment }),
    "pulumi config --json --show-secrets": JSON.stringify(config),
    "pulumi config --json --stack": JSON.stringify(hidden),
  };
  for (const [command, stdout] of Object.entries(said)) {
    programs.set(command, { stdout });
  }
}

/** What is there already stays. */
async function putPackages(folder: string): Promise<void> {
  const modules = path.join(folder, "node_modules");
  if (existsSync(modules)) return;
  await mkdir(path.join(modules, "@pulumi"), { recursive: true });
  await symlink(path.join(paths.root, "provider"), path.join(modules, "pulumi-workspace-gateway"));
  await symlink(paths.sdk, path.join(modules, "@pulumi/pulumi"));
}
