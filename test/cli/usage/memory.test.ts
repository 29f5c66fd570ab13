import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import { program } from "../support/person.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const count = 200_000;
const dayMs = 86_400_000;
const step = (7 * dayMs) / count;

/** Rows that hardly share a cell, made on request; the newest first. */
function rowAt(index: number, now: number) {
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    ...{ user_id: "u1", method: "POST", endpoint: "/v1/chat/completions", status_code: 200 },
    ...{ duration_ms: 500, tokens_input: 1000, tokens_output: 100, cost: 0.001 },
    key_id: `key-${index % 50}`,
    provider_id: `provider-${index % 7}`,
    model_id: `model-${index % 40}`,
    created_at: new Date(now - index * step).toISOString(),
  };
}

/** A gateway with so many rows, and nothing else. */
async function manyRows(): Promise<string> {
  const now = Date.now() - 2000; // the gateway's clock, as its answers tell it, has whole seconds
  const answer = ({ pathname, searchParams }: URL) => {
    if (pathname.endsWith("/user")) return { data: { id: "u1" } };
    if (!pathname.endsWith("/metrics")) return { data: [], total: 0 };
    const number = (name: string) => Number(searchParams.get(name));
    const time = (name: string) => Date.parse(searchParams.get(name) ?? "");
    const first = Math.max(0, Math.ceil((now - time("end_date")) / step));
    const end = Math.min(count, Math.floor((now - time("start_date")) / step) + 1);
    const [page, limit] = [number("page"), number("limit")];
    const [from, to] = [first + (page - 1) * limit, Math.min(end, first + page * limit)];
    const data = Array.from({ length: Math.max(0, to - from) }, (_, at) => rowAt(from + at, now));
    const total = Math.max(0, end - first);
    return { data, total, page, limit, total_pages: Math.ceil(total / limit) };
  };
  const server = createServer(({ url = "" }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer(new URL(url, "http://localhost"))));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

/** All that the heap may have: 185 MB of what stays, and three parts of 4 MB of what is new. With more, V8 takes what it gets. */
const heap = ["--max-old-space-size=185", "--max-semi-space-size=4"];

test("200,000 rows, each of a minute, model and key of its own, need less than 200 MB of heap", {
  timeout: 120_000,
}, async () => {
  const env = {
    HOME: await temporaryFolder(),
    WORKSPACE_GATEWAY_BASE_URL: await manyRows(),
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token",
  };
  const preview = path.join(paths.root, "test/cli/review/previews/updated.json");
  const args = [...heap, program, "review", preview, "--json", "--usage", "8d", "--usage-time", "600s"];
  const running = new RunningProcess(process.execPath, args, { env, cwd: env.HOME });
  const { code, stdout, stderr } = await running.done;
  expect(code, stderr).toBe(0);
  const { since, until, total, cut } = JSON.parse(stdout).usage;
  const months = (Date.parse(until) - Date.parse(since)) / (30 * dayMs);
  expect([cut, Math.round(total.requests * months)]).toEqual([undefined, count]);
});
