import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { paths } from "../paths.ts";
import { costTable } from "./cost-table.ts";

/** Prints at the end what each folder and the dearest files have cost. */
export default class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      file: path.relative(paths.root, module.moduleId).replaceAll(path.sep, "/"),
      project: module.project.name,
      cpu: module.meta().cpu ?? 0,
      tests: [...module.children.allTests()].length,
    }));
    process.stdout.write(`\n${costTable(files)}\n`);
  }
}
