import { expect, test } from "vitest";
import { commandsOfReadme, walk } from "./readme/walk.ts";

test("README alone leads from an empty folder to a first up: its commands as printed, in their order, ten at most", async ({
  signal,
}) => {
  const { steps, onGateway } = await walk(signal);
  expect(onGateway).toEqual(["Support assistant", "openai"]);
  expect(steps.map(({ command }) => command)).toEqual(commandsOfReadme());
  expect(steps.length).toBeLessThanOrEqual(10);
  expect(steps.at(-1)?.command).toBe("pulumi up --yes");
});
