import { readFile } from "node:fs/promises";
import path from "node:path";
import { findPython } from "../../../harness/languages/python-kit.ts";
import { paths } from "../../../harness/paths.ts";
import { pluginArchive } from "../../../harness/plugin-archive.ts";
import { ok } from "../../support/outcome.ts";
import { onlyPython, packedSdk, walkPage } from "./page-walk.ts";
import { serveReleases } from "./releases.ts";
import type { Language } from "./whole-life.ts";

const additions = `
if config.get("euUrl"):
    eu = gateway.Provider("eu", base_url=config.get("euUrl"), access_token=config.require_secret("euToken"))
    gateway.Workspace("abroad", name="abroad", opts=pulumi.ResourceOptions(provider=eu))
`;

const program = "__main__.py";
const projectFile =
  "name: workspace-gateway-python\nruntime: { name: python, options: { virtualenv: venv } }\n";

/** Programs in Python, with the plugin of an archive that Pulumi has installed, and no Node on the PATH. */
export const python: Language = {
  folder: "python",
  files: async () => ({
    [program]: (await readFile(path.join(paths.root, "examples/python", program), "utf8")) + additions,
    "Pulumi.yaml": projectFile,
  }),
  find: async () => {
    const kit = await findPython();
    if ("missing" in kit) return kit;
    const archive = await pluginArchive();
    if ("missing" in archive) return archive;
    return {
      /** By the commands of the page for readers; then the example takes the place of its program. */
      async prepare(project) {
        const { directory, env } = project;
        const example = await readFile(path.join(directory, program), "utf8");
        const releases = await serveReleases([archive.file, await packedSdk(directory)]);
        const { WORKSPACE_GATEWAY_BASE_URL: baseUrl = "", WORKSPACE_GATEWAY_ACCESS_TOKEN: token = "" } = env;
        Object.assign(env, await onlyPython(kit, directory, env));
        await walkPage({ folder: directory, env, releases: releases.url, gateway: { baseUrl, token } });
        releases.close();
        await ok(project.run(["destroy", "--yes", "--stack", "dev"]));
        await project.write(program, example);
        await project.write("Pulumi.yaml", projectFile);
        return project;
      },
    };
  },
};
