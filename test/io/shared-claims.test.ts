import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { SharedClaims } from "../../provider/io/shared-claims.js";
import { ObjectRegistry } from "../../provider/lifecycle/registry.js";

const address = "127.0.0.1:4711";
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "claims-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return path.join(made, "base");
}
const filesIn = (base: string) =>
  readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Makes the claims in a folder those of a process that is no more; without a number they stay as old as they are. */
function died(base: string, secondsAgo?: number): void {
  for (const file of filesIn(base)) {
    const { mtimeMs } = statSync(file);
    const made = (secondsAgo === undefined ? mtimeMs : Date.now() - secondsAgo * 1000) / 1000;
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), began: "another" }));
    utimesSync(file, made, made);
  }
}

test("what one process claims, the others of its operation know, and no other operation", () => {
  const base = folder();
  const [first, second, other] = [address, address, "127.0.0.1:4712"].map(
    (each) => new SharedClaims(each, base),
  );
  expect(first?.take("a", "kept")).toBeUndefined();
  expect(second?.take("a", "claimed")).toBe("kept");
  expect(second?.foreign("a")).toBe("kept");
  expect(first?.foreign("a")).toBeUndefined();
  expect(other?.foreign("a")).toBeUndefined();
  expect(other?.take("a", "created")).toBeUndefined();
});

test("each claim is one file of this user alone, and says neither what nor where", () => {
  const base = folder();
  new SharedClaims(address, base).take("https://gateway.example canary", "kept");
  const [file = ""] = filesIn(base);
  expect(`${file} ${readFileSync(file, "utf8")}`).not.toMatch(/canary|gateway\.example|4711/);
  expect([base, path.dirname(file), file].map((each) => statSync(each).mode & 0o077)).toEqual([0, 0, 0]);
});

test("a process that ends takes its claims away, and with the last of all the folder", () => {
  const base = folder();
  const [first, second] = [new SharedClaims(address, base), new SharedClaims(address, base)];
  first.take("a", "kept");
  second.take("b", "kept");
  first.end();
  expect(second.foreign("a")).toBeUndefined();
  second.end();
  expect(readdirSync(base)).toEqual([]);
});

test("a claim of a dead process counts for whoever lived when it was made, and not for an operation that has its address later", () => {
  const base = folder();
  const [dead, beside] = [new SharedClaims(address, base), new SharedClaims(address, base)];
  dead.take("a", "kept");
  died(base, -1);
  expect(beside.foreign("a")).toBe("kept");
  died(base, 60);
  const later = new SharedClaims(address, base);
  expect(later.foreign("a")).toBeUndefined();
  expect(later.take("a", "claimed")).toBeUndefined();
  expect(new SharedClaims(address, base).foreign("a")).toBe("claimed");
});

test("a claim of a dead process counts for whoever lived when that process made its last one", async () => {
  const base = folder();
  const dead = new SharedClaims(address, base);
  dead.take("a", "kept");
  died(base, 60);
  const beside = new SharedClaims(address, base);
  await setTimeout(2);
  dead.take("b", "kept");
  await setTimeout(2);
  died(base);
  expect([beside.foreign("a"), beside.foreign("b")]).toEqual(["kept", "kept"]);
  expect(new SharedClaims(address, base).foreign("a")).toBeUndefined();
});

test("every claim of a process says how it has its object, also where claims cannot be links to each other", () => {
  const base = folder();
  const [first, second] = [new SharedClaims(address, base), new SharedClaims(address, base)];
  const ways = { a: "kept", b: "created", c: "kept", d: "created", e: "claimed" } as const;
  for (const [key, how] of Object.entries(ways)) first.take(key, how);
  for (const [key, how] of Object.entries(ways))
    expect([second.foreign(key), second.take(key, "kept")]).toEqual([how, how]);
  for (const file of filesIn(base)) rmSync(file);
  for (const [key, how] of Object.entries(ways)) expect(first.take(`${key} later`, how)).toBeUndefined();
  expect(Object.keys(ways).map((key) => second.foreign(`${key} later`))).toEqual(Object.values(ways));
});

test("what one process notes, the others of its operation read until it ends, and each note takes the place of the one before", () => {
  const base = folder();
  const [first, second] = [new SharedClaims(address, base), new SharedClaims(address, base)];
  first.note("a", { budget: 1 });
  first.note("a", { budget: 2 });
  expect([second.noted("a"), second.noted("b")]).toEqual([{ budget: 2 }, undefined]);
  expect(new SharedClaims("127.0.0.1:1", base).noted("a")).toBeUndefined();
  const [file = ""] = filesIn(base);
  expect(statSync(file).mode & 0o077).toBe(0);
  first.end();
  expect(second.noted("a")).toBeUndefined();
});

test("what switched-off machines have left is removed after a day", () => {
  const base = folder();
  new SharedClaims("127.0.0.1:1", base).take("a", "kept");
  died(base, 60);
  new SharedClaims(address, base).foreign("a");
  expect(filesIn(base)).toHaveLength(1);
  for (const name of readdirSync(base)) utimesSync(path.join(base, name), 1, 1);
  new SharedClaims("127.0.0.1:2", base).foreign("a");
  expect(filesIn(base)).toEqual([]);
});

test("where others may write, or nobody may, it is known that nothing is known", () => {
  const open = folder();
  mkdirSync(open);
  chmodSync(open, 0o777);
  const file = folder();
  writeFileSync(file, "");
  for (const base of [open, file, path.join(file, "inside")]) {
    const claims = new SharedClaims(address, base);
    expect(claims.problem).toBeTypeOf("string");
    expect([claims.take("a", "kept"), claims.foreign("a")]).toEqual([undefined, undefined]);
    expect(new ObjectRegistry(claims).blindness).toBe(claims.problem);
  }
});

test("an object that one process keeps is held for the other, which neither takes it over nor makes another of its name", () => {
  const base = folder();
  const [first, second] = [address, address].map(
    (each) => new ObjectRegistry(new SharedClaims(each, base), "g"),
  );
  const elsewhere = new ObjectRegistry(new SharedClaims(address, base), "another gateway");
  first?.keep("models a", "1");
  first?.reserve("models a", "x");
  expect(second?.held("models a", "1")).toBe(true);
  expect(second?.keeps("models a", "1")).toBe(true);
  expect(second?.claim("models a", "1")).toBe(false);
  expect(second?.keep("models a", "1")).toBe("kept");
  expect(second?.reserve("models a", "x")).toBe(false);
  expect(elsewhere.held("models a", "1")).toBe(false);
  second?.claim("models a", "2");
  expect(first?.keep("models a", "2")).toBe("claimed");
  second?.create("models a", "3");
  expect([first?.held("models a", "3"), second?.held("models a", "3")]).toEqual([true, false]);
});
