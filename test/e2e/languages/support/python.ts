import { readFile } from "node:fs/promises";
import path from "node:path";
import { which } from "../../../harness/cli/which.ts";
import { findPython } from "../../../harness/languages/python-kit.ts";
import { paths } from "../../../harness/paths.ts";
import { pluginArchive } from "../../../harness/plugin-archive.ts";
import { RunningProcess } from "../../../harness/process.ts";
import { published } from "../../../plugin/support/published-schema.ts";
import { ok } from "../../support/outcome.ts";
import type { Language } from "./language.ts";

/** What the config adds to the example. */
const additions = `
for by in ["command", "option"]:
    found = config.get(by)
    if found:
        options = pulumi.ResourceOptions(import_=found if by == "option" else None)
        gateway.Workspace(by, name=f"by-{by}", opts=options)

if config.get("euUrl"):
    eu = gateway.Provider("eu", base_url=config.get("euUrl"), access_token=config.require_secret("euToken"))
    gateway.Workspace("abroad", name="abroad", opts=pulumi.ResourceOptions(provider=eu))
`;

const program = "__main__.py";

/** Programs in Python, with the plugin of an archive that Pulumi has installed, and no Node on the PATH. */
export const python: Language = {
  folder: "python",
  files: async () => ({
    [program]: (await readFile(path.join(paths.root, "examples/python", program), "utf8")) + additions,
    "Pulumi.yaml":
      "name: workspace-gateway-python\nruntime: { name: python, options: { virtualenv: venv } }\n",
  }),
  imports: ["command", "option"],
  find: async (host) => {
    const kit = await findPython(host);
    if ("missing" in kit) return kit;
    const archive = await pluginArchive(host);
    if ("missing" in archive) return archive;
    return {
      async prepare(project) {
        const { directory: cwd, env } = project;
        await ok(new RunningProcess(kit.interpreter, ["-m", "venv", "venv"], { cwd, env }).done);
        const install = ["install", "--quiet", "--no-index", "--find-links", kit.folder];
        const pip = path.join(cwd, "venv/bin/pip");
        await ok(new RunningProcess(pip, [...install, "-r", "requirements.txt"], { cwd, env }).done);
        env.PATH = [kit.folder, path.dirname((await which("pulumi", env)) ?? "")].join(path.delimiter);
        const plugin = ["plugin", "install", "resource", "workspace-gateway", `v${published.version}`];
        await ok(project.run([...plugin, "--file", archive.file]));
        return project;
      },
    };
  },
};
