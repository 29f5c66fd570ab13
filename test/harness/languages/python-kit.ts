import { chmod, copyFile } from "node:fs/promises";
import path from "node:path";
import { buildWithGo } from "../cli/go-build.ts";
import type { Host } from "../cli/host.ts";
import type { Kit } from "../cli/kit.ts";
import { hostVersion, languageHost } from "../cli/language-hosts.ts";
import { findKit, type Had } from "../cli/tool.ts";
import { which } from "../cli/which.ts";

/** What programs and their SDK need of PyPI. */
const packages = ["pulumi==3.270.0", "parver==1.0.1.post0", "setuptools==84.2.1"];

const sdk = "github.com/pulumi/pulumi/sdk/v3";
const shim = "pulumi-language-python-exec";

/** What runs programs in Python: an interpreter, and a folder with the language host and the wheels of Pulumi's SDK. */
export interface PythonKit {
  readonly interpreter: string;
  readonly folder: string;
}

/** Finds it in the cache, else builds the host with Go and downloads the wheels with pip. */
export async function findPython(host: Host): Promise<Had<PythonKit>> {
  const interpreter = await which("python3", host.env);
  if (interpreter === undefined) return { missing: "there is no python3" };
  const asked = ["-c", "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"];
  const { code, stdout } = await host.run(interpreter, asked, { env: host.env });
  if (code !== 0) return { missing: `${interpreter} makes no virtual environments` };

  const kit = kitFor(stdout.trim());
  const found = await findKit(host, kit, async (go, empty) => {
    await buildWithGo(host, go, kit, languageHost("python"), empty);
    const module = await outputOf(host, empty, go, ["mod", "download", "-json", `${sdk}@${hostVersion}`]);
    const { Dir: source }: { Dir: string } = JSON.parse(module);
    await copyFile(path.join(source, "python/cmd", shim), path.join(empty, shim));
    await chmod(path.join(empty, shim), 0o755);
    await outputOf(host, empty, interpreter, [
      "-m",
      "pip",
      "download",
      "--quiet",
      "--dest",
      ".",
      ...packages,
    ]);
  });
  return "missing" in found ? found : { interpreter, folder: found.folder };
}

/** Wheels are made for one version of Python. */
function kitFor(python: string): Kit {
  const [pulumi = ""] = packages;
  const [host, launcher] = languageHost("python");
  return {
    title: "language host of Python",
    version: hostVersion,
    folder: `python-${python}-${pulumi.replace("==", "-")}-${hostVersion}`,
    files: [launcher.name, host.name, shim],
    prints: hostVersion,
  };
}

async function outputOf(host: Host, cwd: string, command: string, args: readonly string[]): Promise<string> {
  const { code, stdout, output } = await host.run(command, args, { env: host.env, cwd });
  if (code !== 0) throw new Error(`\`${path.basename(command)} ${args.join(" ")}\` failed: ${output.trim()}`);
  return stdout;
}
