import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { which } from "../../../harness/cli/which.ts";
import type { PythonKit } from "../../../harness/languages/python-kit.ts";
import { published } from "../../../plugin/support/published-schema.ts";
import { succeeded } from "./succeeded.ts";

/** Variables of a machine with the CLI and Python, and nothing else: a folder of commands, and pip's packages in the place of PyPI. */
export async function onlyPython(
  { interpreter, folder: kit }: PythonKit,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const bin = path.join(folder, ".bin");
  await mkdir(bin);
  const prints = ["-c", "import sys; print(sys.executable)"];
  const python = await succeeded(interpreter, prints, { env });
  await symlink(python.trim(), path.join(bin, "python3"));
  const cli = path.dirname((await which("pulumi", env)) ?? "");
  return { PATH: [bin, kit, cli].join(path.delimiter), PIP_NO_INDEX: "1", PIP_FIND_LINKS: kit };
}

/** The SDK for Python in `sdk` of a folder, packed as a release has it. */
export async function packedSdk(folder: string): Promise<string> {
  const file = path.join(folder, `workspace-gateway-sdk-python-v${published.version}.tar.gz`);
  await succeeded("tar", ["-czf", file, "-C", path.join(folder, "sdk"), "python"]);
  return file;
}
