import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { locked } from "../../../provider/client/logins.js";
import { VirtualIo } from "../support/virtual-io.ts";

const longAgo = 60_000;

/** A lock file that is not there yet, in a folder of its own. */
function place(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, "logins.lock");
}

/** Another process has the lock, and last said so at this time. */
function hold(file: string, at: number): void {
  writeFileSync(file, "another process");
  utimesSync(file, at / 1000, at / 1000);
}

/** Something happens to the lock in the moment between the look at it and the attempt to take it. */
class Meanwhile extends VirtualIo {
  private looks = 0;

  constructor(private readonly happens: (now: number) => void) {
    super();
  }

  override now(): number {
    this.looks++;
    if (this.looks === 2) {
      this.happens(super.now());
    }
    return super.now();
  }
}

test("a lock is there while the work goes on, and neither it nor anything else afterwards", async () => {
  const file = place();
  const seen = await locked(file, new VirtualIo(), async () => existsSync(file));
  expect(seen).toBe(true);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test("a lock that another process has taken over meanwhile is left to it", async () => {
  const file = place();
  const io = new VirtualIo();
  await locked(file, io, async () => hold(file, io.now()));
  expect(readFileSync(file, "utf8")).toBe("another process");
});

test("a lock that somebody has taken away meanwhile is no error", async () => {
  const file = place();
  await locked(file, new VirtualIo(), async () => rmSync(file));
  expect(existsSync(file)).toBe(false);
});

test("a work that fails gives the lock back, and fails with its own error", async () => {
  const file = place();
  const failing = locked(file, new VirtualIo(), async () => {
    throw new Error("the server is down");
  });
  await expect(failing).rejects.toThrow("the server is down");
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test("a lock that was taken anew while its dead predecessor was taken away is put back, and waited for", async () => {
  const file = place();
  const io = new Meanwhile((now) => hold(file, now));
  const before = Date.UTC(2026, 0, 1);
  hold(file, before - longAgo);
  const began = await locked(file, io, async () => io.now());
  expect(began - before).toBeGreaterThanOrEqual(20_000);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test("a dead lock that another process takes away first is no error", async () => {
  const file = place();
  const io = new Meanwhile(() => rmSync(file));
  hold(file, Date.UTC(2026, 0, 1) - longAgo);
  expect(await locked(file, io, async () => "done")).toBe("done");
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test("a folder that is not there is an error, and no lock that is held", async () => {
  const file = path.join(place(), "no folder", "logins.lock");
  await expect(locked(file, new VirtualIo(), async () => "done")).rejects.toThrow(/ENOENT/);
});
