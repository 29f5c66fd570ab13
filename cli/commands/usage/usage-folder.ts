import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { type Client, jsonIn, shortHash, unlessAnswer } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { UsageSums } from "../../usage/usage.js";
import type { UsageDays } from "../../usage/usage-days.js";
import type { Terminal } from "../terminal.js";
import { writeWhole } from "../whole-file.js";

const [id, count] = [z.string().nullable(), z.int()];
const seen = z.array(z.tuple([z.string(), z.string()])).transform((times) => new Map(times));

const cell = z
  .tuple([count, id, id, id, count.nullable(), count, z.number(), z.number(), z.number(), count])
  .transform(([minute, modelId, providerId, keyId, status, requests, input, output, cost, withoutCost]) => ({
    ...{ minute, modelId, providerId, keyId, status },
    ...{ requests, tokensInput: input, tokensOutput: output, cost, withoutCost },
  }));

/** What a day adds up to, each cell in the order of its fields. Of rows, nothing is kept. */
const fileSchema = z
  .object({
    format: z.literal(1),
    cells: z.array(cell),
    lastSeen: z.object({ model: seen, provider: seen, key: seen }),
  })
  .transform(({ cells, lastSeen }): UsageSums => ({ cells, lastSeen }));

/** So many days are kept of an account. */
const mostDays = 100;

/**
 * Keeps days in the user's cache folder, in a folder for each account of a gateway, where nobody else may read them. Undefined
 * if the environment names no such folder, or the account cannot be told. What cannot be read or written is as if it were
 * not there.
 */
export async function usageFolder(client: Client, env: Terminal["env"]): Promise<UsageDays | undefined> {
  const cache = cacheFolder(env);
  const account = await client.account().catch(unlessAnswer);
  if (cache === undefined || account?.id === undefined) {
    return undefined;
  }
  const name = shortHash(JSON.stringify([client.address, account.id]));
  const folder = path.join(cache, "workspace-gateway", "usage", name);
  const fileOf = (day: string) => path.join(folder, `${day}.json`);
  return {
    read: (day) =>
      readFile(fileOf(day), "utf8").then(
        (text) => fileSchema.safeParse(jsonIn(text)).data,
        () => undefined,
      ),
    write: (day, sums) =>
      (async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(fileOf(day), textOf(sums), 0o600);
        const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).toSorted();
        await Promise.all(
          files.slice(0, -mostDays).map((file) => rm(path.join(folder, file), { force: true })),
        );
      })().catch(() => {}), // it only saves time
  };
}

function cacheFolder({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Terminal["env"]): string | undefined {
  return [XDG_CACHE_HOME, LOCALAPPDATA, HOME && path.join(HOME, ".cache")].find((folder) => folder);
}

function textOf({ cells, lastSeen: { model, provider, key } }: UsageSums): string {
  const kept: z.input<typeof fileSchema> = {
    format: 1,
    cells: cells.map((each) => [
      ...([each.minute, each.modelId, each.providerId, each.keyId, each.status] as const),
      ...([each.requests, each.tokensInput, each.tokensOutput, each.cost, each.withoutCost] as const),
    ]),
    lastSeen: { model: [...model], provider: [...provider], key: [...key] },
  };
  return JSON.stringify(kept);
}
