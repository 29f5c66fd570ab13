import { expect, test } from "vitest";
import { fuse, hasProgram, platformOf } from "../../provider/build/archive/executable-format.mts";
import { nodeOf, platforms } from "../../provider/build/archive/platforms.mts";

/** The first bytes of an executable: its magic, and its machine where the format says it. */
function header(magic: string, at: number, machine: number): Buffer {
  const file = Buffer.alloc(512);
  file.write(magic, "hex");
  file.writeUInt32LE(0x80, 0x3c); // where a file of Windows has its header
  file.writeUInt16LE(machine, at);
  return file;
}

test.each([
  ["linux-amd64", header("7f454c46", 18, 0x3e)],
  ["linux-arm64", header("7f454c46", 18, 0xb7)],
  ["darwin-amd64", header("cffaedfe", 4, 0x07)],
  ["darwin-arm64", header("cffaedfe", 4, 0x0c)],
  ["windows-amd64", header("4d5a7800", 0x84, 0x8664)],
  [undefined, header("7f454c46", 18, 0x28)],
  [undefined, header("23212f62", 0, 0x2123)],
])("the platform %s is read from the header of an executable", (platform, file) => {
  expect(platformOf(file)).toBe(platform);
  if (platform !== undefined) expect(platforms).toContain(platform);
});

test("a Node that nothing was put into has no program", () => {
  expect([`${fuse}:0`, `${fuse}:1`].map((text) => hasProgram(Buffer.from(text)))).toEqual([false, true]);
});

test("a platform without an archive is refused with those that have one", () => {
  expect(() => nodeOf("linux-s390x")).toThrow(`There are archives for ${platforms.join(", ")}.`);
  expect(() => nodeOf("linux-arm64", nodeOf("darwin-arm64").version)).toThrow(
    /make it on the system that it is for/,
  );
});
