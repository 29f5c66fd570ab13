import { expect, test } from "vitest";
import { lookAgain } from "../../provider/io/io.js";
import { VirtualIo } from "../client/support/virtual-io.ts";

/** When each look began, in milliseconds after the start, and the result; a look takes no time. */
async function looked(mayChange: (seen: number) => boolean, looks?: { times: number; pause: number }) {
  const io = new VirtualIo();
  const began = io.now();
  const at: number[] = [];
  const look = async (again: number) => {
    at.push(io.now() - began);
    return again;
  };
  const result = await lookAgain(io, look, mayChange, looks);
  return { at, result, ended: io.now() - began };
}

test("what may not change is looked at once, without a pause", async () => {
  expect(await looked(() => false)).toEqual({ at: [0], result: 0, ended: 0 });
});

test("what may change is looked at again after pauses that double, with none after the last look", async () => {
  const at = [0, 500, 1500, 3500];
  expect(await looked(() => true, { times: 3, pause: 500 })).toEqual({ at, result: 3, ended: 3500 });
});

test("the looks end with the first result that may not change", async () => {
  expect(await looked((seen) => seen < 2)).toEqual({ at: [0, 250, 750], result: 2, ended: 750 });
});

test("where no other rule is given, it is looked for about eight seconds", async () => {
  const { at, ended } = await looked(() => true);
  expect([at.length, ended]).toEqual([6, 7750]);
});
