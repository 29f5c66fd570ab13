import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { cancellation } from "../../../provider/lifecycle/engine.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What the engine does to its plugin, which is a server. */
async function call(method: string): Promise<void> {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closing.push(
    () => session.destroy(),
    () => server.close(),
  );
  const stream = session.request({ ":method": "POST", ":path": `/pulumirpc.ResourceProvider/${method}` });
  stream.resume().end();
  await new Promise((done) => stream.once("close", done));
}

test("the run is cancelled when the engine tells the plugin, and by none of its other calls", async () => {
  const cancelled = cancellation();
  for (const method of ["Configure", "Check", "Diff", "Create", "Delete"]) await call(method);
  expect(cancelled.aborted).toBe(false);
  await call("Cancel");
  expect(cancelled.aborted).toBe(true);
});
