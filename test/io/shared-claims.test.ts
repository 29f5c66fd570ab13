import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { expect, onTestFinished, test } from "vitest";
import { SharedClaims } from "../../provider/io/shared-claims.js";
import { ObjectRegistry } from "../../provider/lifecycle/registry.js";

const address = "127.0.0.1:4711";
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "claims-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return path.join(made, "base");
}
function two() {
  const base = folder();
  return { base, first: new SharedClaims(address, base), second: new SharedClaims(address, base) };
}
const filesIn = (base: string) =>
  readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Makes the files in a folder those of a process that is no more, and that wrote its last line so many seconds ago. */
function died(base: string, secondsAgo: number): void {
  for (const file of filesIn(base)) {
    const dead = path.join(path.dirname(file), `${process.pid}-another-${randomUUID()}`);
    renameSync(file, dead);
    const written = Date.now() / 1000 - secondsAgo;
    utimesSync(dead, written, written);
  }
}

/** The process of an operation, as its registry sees it. */
const processIn = (base: string, at = address, gateway = "g") =>
  new ObjectRegistry(new SharedClaims(at, base), gateway);

test("a claim after the end is not written, and other claims count as unknown", () => {
  const base = folder();
  const claims = new SharedClaims(address, base);
  claims.take("a", "kept", []);
  claims.end();
  const next = path.join(base, "next"); // gets the descriptor of the closed file
  const file = openSync(next, "w");
  onTestFinished(() => closeSync(file));
  expect(claims.take("b", "created", [])).toBeUndefined();
  claims.note("b", { name: "x" });
  expect(readFileSync(next, "utf8")).toBe("");
  expect([claims.problem, filesIn(base)]).toEqual(["the operation has ended", [next]]);
});

test("processes of one operation see each other's claims, and those of other operations do not", () => {
  const { base, first, second } = two();
  const other = new SharedClaims("127.0.0.1:4712", base);
  expect(first.take("a", "kept", [])).toBeUndefined();
  expect(second.take("a", "claimed", [])).toBe("kept");
  expect(second.foreign("a")).toBe("kept");
  expect(first.foreign("a")).toBeUndefined();
  expect(other.foreign("a")).toBeUndefined();
  expect(other.take("a", "created", [])).toBeUndefined();
});

test("the claims of a process are one private file that reveals neither the object nor the gateway", () => {
  const base = folder();
  const claims = new SharedClaims(address, base);
  for (const key of ["https://gateway.example canary", "canary"]) claims.take(key, "kept", []);
  const [file = "", ...more] = filesIn(base);
  expect(more).toEqual([]);
  expect(`${file} ${readFileSync(file, "utf8")}`).not.toMatch(/canary|gateway\.example|4711/);
  expect([base, path.dirname(file), file].map((each) => statSync(each).mode & 0o077)).toEqual([0, 0, 0]);
});

test("a process that ends removes its claims, and the last one removes the folder", () => {
  const { base, first, second } = two();
  first.take("a", "kept", []);
  second.take("b", "kept", []);
  first.end();
  expect(second.foreign("a")).toBeUndefined();
  second.end();
  expect(readdirSync(base)).toEqual([]);
});

test("a dead process's claims count for processes of that time, but not for a later operation at its address", () => {
  const { base, first: dead, second: beside } = two();
  expect(beside.foreign("a")).toBeUndefined();
  dead.take("a", "kept", []);
  died(base, -1);
  expect(beside.foreign("a")).toBe("kept");
  died(base, 60);
  const later = new SharedClaims(address, base);
  expect(later.foreign("a")).toBeUndefined();
  expect(later.take("a", "claimed", [])).toBeUndefined();
  expect(new SharedClaims(address, base).foreign("a")).toBe("claimed");
});

test("an incomplete line does not count, because its process has not checked other claims yet", () => {
  const { base, first, second } = two();
  first.take("a", "kept", []);
  const [file = ""] = filesIn(base);
  truncateSync(file, statSync(file).size - 1);
  expect(second.take("a", "kept", [])).toBeUndefined();
});

test("two processes that claim the same 1,000 objects at the same time never both get one", async () => {
  const base = folder();
  const racer = path.join(path.dirname(base), "racer.mjs");
  const built = await rolldown({
    input: path.join(import.meta.dirname, "racer.ts"),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  });
  await built.write({ file: racer, format: "esm" });
  const owned = await Promise.all(
    ["0", "1"].map(async (lane) => {
      const inputs = [racer, base, path.dirname(base), lane, "1000"];
      const { stdout } = await promisify(execFile)(process.execPath, inputs);
      return stdout.trim().split("\n");
    }),
  );
  const both = owned.flat().filter((turn, index, all) => all.indexOf(turn) !== index);
  expect(both).toEqual([]);
  expect(owned.flat().length).toBeGreaterThan(100);
}, 120_000);

test("other processes of the operation read a process's latest note until that process ends", () => {
  const { base, first, second } = two();
  first.note("a", { budget: 1 });
  first.note("a", { budget: 2 });
  expect([second.noted("a"), second.noted("b")]).toEqual([{ budget: 2 }, undefined]);
  expect(new SharedClaims("127.0.0.1:1", base).noted("a")).toBeUndefined();
  const [file = ""] = filesIn(base);
  expect(statSync(file).mode & 0o077).toBe(0);
  first.end();
  expect(second.noted("a")).toBeUndefined();
});

test("files left by machines that were switched off are removed after a day", () => {
  const base = folder();
  new SharedClaims("127.0.0.1:1", base).take("a", "kept", []);
  died(base, 60);
  const left = filesIn(base);
  new SharedClaims(address, base).foreign("a");
  expect(filesIn(base)).toEqual(expect.arrayContaining(left));
  for (const name of readdirSync(base)) utimesSync(path.join(base, name), 1, 1);
  new SharedClaims("127.0.0.1:2", base).foreign("a");
  expect(filesIn(base)).not.toEqual(expect.arrayContaining(left));
});

test("claims are unknown if others can write to the folder, or if it cannot be created", () => {
  const open = folder();
  mkdirSync(open);
  chmodSync(open, 0o777);
  const file = folder();
  writeFileSync(file, "");
  for (const base of [open, file, path.join(file, "inside")]) {
    const claims = new SharedClaims(address, base);
    expect(claims.problem).toBeTypeOf("string");
    expect([claims.take("a", "kept", []), claims.foreign("a")]).toEqual([undefined, undefined]);
    expect(new ObjectRegistry(claims).blindness).toBe(claims.problem);
  }
});

test("an object that one process keeps is held for the other, which neither adopts nor duplicates it", () => {
  const base = folder();
  const [first, second] = [processIn(base), processIn(base)];
  const elsewhere = processIn(base, address, "another gateway");
  first.take("models a", "1", "kept");
  first.take("models a", "named x", "created");
  expect(second.held("models a", "1")).toBe(true);
  expect(second.keeps("models a", "1")).toBe(true);
  expect(second.take("models a", "1", "claimed")).not.toBe("nobody");
  expect(second.take("models a", "1", "kept")).toBe("kept");
  expect(second.take("models a", "named x", "created")).toBe("created");
  expect(elsewhere.held("models a", "1")).toBe(false);
  second.take("models a", "2", "claimed");
  expect(first.take("models a", "2", "kept")).toBe("claimed");
  second.recordCreate("models a", "3");
  expect([first.held("models a", "3"), second.held("models a", "3")]).toEqual([true, false]);
});
