import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { which } from "../../../harness/cli/which.ts";
import { operationFlags } from "../../../harness/operation.ts";
import { RunningProcess } from "../../../harness/process.ts";
import { ok } from "../../support/outcome.ts";
import type { Language } from "./whole-life.ts";

const driver = path.join(import.meta.dirname, "go-driver/main.go");

export const go: Language = {
  folder: "go",
  files: async () => ({}),
  find: async () => {
    const compiler = await which("go", process.env);
    if (compiler === undefined) return { missing: "there is no Go" };
    return {
      async prepare(project) {
        const { directory: cwd, env } = project;
        await mkdir(path.join(cwd, "driver"));
        await copyFile(driver, path.join(cwd, "driver/main.go"));
        // As the CLI was built: then nearly all packages are compiled already.
        const build = [
          "build",
          "-mod=mod",
          "-trimpath",
          "-tags",
          "osusergo,grpcnotrace",
          "-ldflags",
          "-s -w",
        ];
        const settings = { ...env, CGO_ENABLED: "0", GOWORK: "off" };
        await ok(
          new RunningProcess(compiler, [...build, "-o", "run-example", "./driver"], { cwd, env: settings })
            .done,
        );
        const run =
          (command: string) =>
          (operation = {}) =>
            new RunningProcess("./run-example", [command, ...operationFlags(operation)], { cwd, env }).done;
        return { up: run("up"), preview: run("preview") };
      },
    };
  },
};
