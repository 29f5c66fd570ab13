import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { usageFolder } from "../../../../cli/commands/usage/usage-folder.js";
import { UsageSum } from "../../../../cli/usage/usage-sum.js";
import { clientOf } from "../../../client/support/client-of.ts";
import { reply } from "../../../client/support/reply.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const account = (id: string) => clientOf({ "/user": reply(200, { data: { id, email: "ada@example.com" } }) });

const at = Date.UTC(2026, 0, 1, 12);
const sum = new UsageSum();
sum.addRow({ modelId: "m", providerId: "p", keyId: "k", statusCode: 200, tokensInput: 5, cost: 0.1 }, at);
sum.addRow({ modelId: "m", providerId: "p", keyId: "k", statusCode: 200, cost: 0.2, userId: "canary" }, at);
sum.addRow({ modelId: null, statusCode: 500 }, at + 60_000);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(file).isFile());
}

test("a day is read as it was written, by its account alone, and only the user can read its file", async () => {
  const home = await temporaryFolder();
  const days = await usageFolder(account("u1").client, { HOME: home });
  await days?.write("2026-01-01", sum.sums);
  expect(await days?.read("2026-01-01")).toEqual(sum.sums);
  expect(await days?.read("2026-01-02")).toBeUndefined();
  const other = await usageFolder(account("u2").client, { HOME: home });
  expect(await other?.read("2026-01-01")).toBeUndefined();
  const [file = "", ...more] = filesIn(home);
  expect(more).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  for (const canary of ["canary", "ada@example.com", "u1"])
    expect(readFileSync(file, "utf8")).not.toContain(canary);
});

test.each(["", "{", '{"format":2,"cells":[]}', '{"format":1,"cells":[[1]],"lastSeen":{}}'])(
  "a file with %j is as if it were not there",
  async (text) => {
    const home = await temporaryFolder();
    const days = await usageFolder(account("u1").client, { XDG_CACHE_HOME: home });
    await days?.write("2026-01-01", sum.sums);
    for (const file of filesIn(home)) writeFileSync(file, text);
    expect(await days?.read("2026-01-01")).toBeUndefined();
  },
);

test("reviews that write and read one day at once never see a part of it", async () => {
  const home = await temporaryFolder();
  const open = () => usageFolder(account("u1").client, { HOME: home });
  const found = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const days = await open();
      await days?.write("2026-01-01", sum.sums);
      return days?.read("2026-01-01");
    }),
  );
  expect(found).toEqual(found.map(() => sum.sums));
  expect(filesIn(home)).toHaveLength(1);
});

test("without a folder, or an account that can be told, nothing is kept; a folder that cannot be written to is no error", async () => {
  expect(await usageFolder(account("u1").client, {})).toBeUndefined();
  expect(await usageFolder(clientOf({ "/user": reply(403) }).client, { HOME: "/tmp" })).toBeUndefined();
  const file = path.join(await temporaryFolder(), "file");
  writeFileSync(file, "");
  const days = await usageFolder(account("u1").client, { HOME: file });
  await expect(days?.write("2026-01-01", sum.sums)).resolves.toBeUndefined();
});
