import { existsSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inPrivateFolder } from "../../cli/files.js";

test("a private folder is for the user alone, and is gone after the work, also if that fails", async () => {
  const seen: string[] = [];
  const work = (end: () => string) =>
    inPrivateFolder(async (folder) => {
      seen.push(folder);
      writeFileSync(path.join(folder, "plan.json"), "{}");
      expect(statSync(folder).mode & 0o077).toBe(0);
      return end();
    });
  expect(await work(() => "done")).toBe("done");
  const failing = work(() => {
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  expect(new Set(seen).size).toBe(2);
  expect(seen.filter((folder) => existsSync(folder))).toEqual([]);
});
