import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { paths } from "../harness/paths.ts";
import type { Call } from "./report.ts";

/**
 * Records the requests that the package sends while a test file runs. Servers of tests answer in this process, and Node publishes
 * every response, so tests need not take part. Requests of the emulator's console use no socket, so they do not count.
 */
const answers = "http.server.response.finish";
subscribe(answers, note);
afterAll(() => void unsubscribe(answers, note));

function note(message: unknown): void {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  const { method = "", url = "", headers } = request;
  // What a test itself asks with `fetch` is no work of the package, whose client does not call itself `node`.
  if (headers["user-agent"] === "node" || !url.startsWith("/api/v1/")) return;
  const { testPath = "", currentTestName } = expect.getState();
  if (currentTestName === undefined) return; // a hook states no law
  const test = `${path.relative(paths.root, testPath)} > ${currentTestName}`;
  const sent = url.slice("/api/v1".length).replace(/\?.*$/, "");
  const call: Call = { method, path: sent, status: response.statusCode, test };
  // Several processes may write to the file: a call is a line.
  appendFileSync(process.env.API_CALLS ?? "", `${JSON.stringify(call)}\n`);
}
