import { expect, test } from "vitest";
import { walk } from "./readme/walk.ts";

test("README alone leads from an empty folder to a first up: its commands as printed, in their order, ten at most", async ({
  signal,
}) => {
  const { commands, onGateway } = await walk(signal);
  expect(onGateway).toEqual(["Support assistant", "openai"]);
  expect(commands.length).toBeLessThanOrEqual(10);
  expect(commands.at(-1)).toBe("pulumi up --yes");
});
