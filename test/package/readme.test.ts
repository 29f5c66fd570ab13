import { expect, test } from "vitest";
import { walk } from "./readme/walk.ts";

test("README leads from an empty folder to a first up in at most four commands", async ({ signal }) => {
  const { commands, output } = await walk(signal);
  expect(output).toMatch(/\+ 12 created/);
  expect(commands.length).toBeLessThanOrEqual(4);
});
