import { afterAll, beforeEach, type TaskMeta } from "vitest";
import { cpuSeconds } from "../cpu.ts";

declare module "vitest" {
  interface TaskMeta {
    /** CPU seconds of the file, with all processes that its tests have started. */
    cpu?: number;
  }
}

// Runs before each test file.
const before = cpuSeconds();
let meta: TaskMeta = {};
beforeEach(({ task }) => {
  meta = task.file.meta;
});
afterAll(() => {
  meta.cpu = cpuSeconds() - before;
});
