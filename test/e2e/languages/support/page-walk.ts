import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { blocksIn, textOf } from "../../../docs/support/pages.ts";
import { Shell } from "../../../docs/walk/shell.ts";
import { which } from "../../../harness/cli/which.ts";
import type { PythonKit } from "../../../harness/languages/python-kit.ts";
import { RunningProcess } from "../../../harness/process.ts";
import { published } from "../../../plugin/support/published-schema.ts";
import { ok } from "../../support/outcome.ts";

/** What stands on the page for what a reader has. */
interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** In the place of the repository's releases: a server with their files. */
  readonly releases: string;
  readonly gateway: { readonly baseUrl: string; readonly token: string };
}

/** Follows docs/languages.md in an empty folder: writes its files and runs its commands. */
export async function walkPage(place: Place): Promise<void> {
  const { folder, releases, gateway } = place;
  const section = textOf("docs/languages.md#python-from-scratch");
  const textsOf = (language: string) =>
    blocksIn(section).flatMap((block) => (block.language === language ? [block.text] : []));
  await writeFile(path.join(folder, "Pulumi.yaml"), textsOf("yaml").join(""));
  await writeFile(path.join(folder, "__main__.py"), textsOf("python").join(""));
  const env = {
    ...place.env,
    // Lets Pulumi get the plugin by itself, from where the schema says that it is; that place is the server.
    PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^${published.pluginDownloadURL}$=${releases}`,
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
  };
  const shell = new Shell({ cwd: folder, env, memory: path.join(folder, ".shell") });
  for (const printed of textsOf("sh").flatMap((text) => text.replaceAll("\\\n", "").trim().split("\n"))) {
    const command = printed
      .replace(/https:\/\/github\.com\/\S+\/releases\/download\/v\$VERSION/, releases)
      .replace("https://gateway.example.com/api/v1", gateway.baseUrl)
      .replace(/(ACCESS_TOKEN=)\S+/, `$1${gateway.token}`);
    const { code, output } = await shell.run(command);
    if (code !== 0) throw new Error(`\`${command}\` exited with ${code}:\n${output}`);
  }
}

/** Variables of a machine with the CLI and Python, and nothing else: a folder of commands, and pip's packages in the place of PyPI. */
export async function onlyPython(
  { interpreter, folder: kit }: PythonKit,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const bin = path.join(folder, ".bin");
  await mkdir(bin);
  const prints = ["-c", "import sys; print(sys.executable)"];
  const python = await ok(new RunningProcess(interpreter, prints, { env }).done);
  await symlink(python.trim(), path.join(bin, "python3"));
  const cli = path.dirname((await which("pulumi", env)) ?? "");
  return { PATH: [bin, kit, cli].join(path.delimiter), PIP_NO_INDEX: "1", PIP_FIND_LINKS: kit };
}

/** The SDK for Python in `sdk` of a folder, packed as a release has it. */
export async function packedSdk(folder: string): Promise<string> {
  const file = path.join(folder, `workspace-gateway-sdk-python-v${published.version}.tar.gz`);
  await ok(new RunningProcess("tar", ["-czf", file, "-C", path.join(folder, "sdk"), "python"]).done);
  return file;
}
