import { chmod, copyFile } from "node:fs/promises";
import path from "node:path";
import { buildWithGo, hostVersion, languageHost } from "../cli/go-build.ts";
import { findKit, type Had, type Kit } from "../cli/kits.ts";
import { which } from "../cli/which.ts";
import { RunningProcess } from "../process.ts";

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
export async function findPython(): Promise<Had<PythonKit>> {
  const interpreter = await which("python3", process.env);
  if (interpreter === undefined) return { missing: "there is no python3" };
  const asked = ["-c", "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"];
  const { code, stdout } = await new RunningProcess(interpreter, asked).done;
  if (code !== 0) return { missing: `${interpreter} makes no virtual environments` };

  const kit = kitFor(stdout.trim());
  const found = await findKit(kit, async (go, empty) => {
    await buildWithGo(go, kit, languageHost("python"), empty);
    const module = await outputOf(empty, go, ["mod", "download", "-json", `${sdk}@${hostVersion}`]);
    const { Dir: source }: { Dir: string } = JSON.parse(module);
    await copyFile(path.join(source, "python/cmd", shim), path.join(empty, shim));
    await chmod(path.join(empty, shim), 0o755);
    await outputOf(empty, interpreter, ["-m", "pip", "download", "--quiet", "--dest", ".", ...packages]);
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

async function outputOf(cwd: string, command: string, args: readonly string[]): Promise<string> {
  const { code, stdout, output } = await new RunningProcess(command, args, { cwd }).done;
  if (code !== 0) throw new Error(`\`${path.basename(command)} ${args.join(" ")}\` failed: ${output.trim()}`);
  return stdout;
}
