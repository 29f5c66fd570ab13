import { expect, test } from "vitest";
import { SettingsError } from "../../../provider/client/settings.js";
import { printably } from "../../../provider/lifecycle/handlers.js";

const hostile = "\u001b[31mred\u0007";

test.each([
  ["an error for users", new Error(hostile), " red "],
  ["an error of the settings", new SettingsError(hostile), " red "],
  ["a mistake of ours", new TypeError(hostile), hostile],
])("%s is shown without control characters only if it is written for users", async (_what, error, shown) => {
  await expect(printably(async () => Promise.reject(error))).rejects.toBe(error);
  expect(error.message).toBe(shown);
});
