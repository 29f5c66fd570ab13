import path from "node:path";
import type { RecoveryPlace } from "../../../../../cli/commands/recover/recovery-place.js";
import type { Machine, Ran } from "../../../../../cli/doctor/machine.js";

/** What pulumi says when it is asked, by how its arguments begin; what is not here fails. */
export type Sayings = Readonly<Record<string, Partial<Ran>>>;

/** A machine on which a folder is worked in, and programs only say something. */
export function machineIn(folder: string, pulumi: Sayings, env: Machine["env"] = {}): Machine {
  const run: Machine["run"] = async (_command, args) => {
    const line = args.join(" ");
    const [, said] = Object.entries(pulumi).find(([start]) => line.startsWith(start)) ?? [];
    return {
      code: said === undefined ? 255 : 0,
      stdout: "",
      stderr: "error: broken\n",
      late: false,
      ...said,
    };
  };
  return { env, folder, node: "24.0.0", run };
}

/** A stack of a project whose program is in a folder. The address of its backend leads to files if it is that of the folder. */
export function placeIn(folder: string, name: string, stack: string, url = "s3://states"): RecoveryPlace {
  const isFolder = url.startsWith("file:");
  const runtime = { runtime: "nodejs", transpiled: false, configKeys: [] };
  return {
    project: { name, file: path.join(folder, "Pulumi.yaml"), folder, packages: folder, ...runtime },
    stack,
    shortName: stack.split("/").at(-1) ?? stack,
    backend: { url, folder: isFolder ? folder : undefined },
    files: isFolder ? { backend: folder, project: name, stack } : undefined,
  };
}
