import { readFile } from "node:fs/promises";
import path from "node:path";
import { findPython } from "../../../harness/languages/python-kit.ts";
import { paths } from "../../../harness/paths.ts";
import { RunningProcess } from "../../../harness/process.ts";
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

export const python: Language = {
  folder: "python",
  files: async () => ({
    [program]: (await readFile(path.join(paths.root, "examples/python", program), "utf8")) + additions,
  }),
  imports: ["command", "option"],
  find: async (host) => {
    const kit = await findPython(host);
    if ("missing" in kit) return kit;
    return {
      async prepare(project) {
        const { directory: cwd, env } = project;
        env.PATH = [kit.folder, env.PATH].join(path.delimiter);
        await ok(new RunningProcess(kit.interpreter, ["-m", "venv", "venv"], { cwd, env }).done);
        const install = ["install", "--quiet", "--no-index", "--find-links", kit.folder];
        const pip = path.join(cwd, "venv/bin/pip");
        await ok(new RunningProcess(pip, [...install, "-r", "requirements.txt"], { cwd, env }).done);
        return project;
      },
    };
  },
};
