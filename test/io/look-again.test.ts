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

test.each<[string, (seen: number) => boolean, number[], ended: number, { times: number; pause: number }?]>([
  ["what may not change is looked at once, without a pause", () => false, [0], 0],
  [
    "what may change is looked at again after pauses that double, with none after the last look",
    () => true,
    [0, 500, 1500, 3500],
    3500,
    { times: 3, pause: 500 },
  ],
  ["the looks end with the first result that may not change", (seen) => seen < 2, [0, 250, 750], 750],
  ["by default, looks go on for 8 seconds", () => true, [0, 250, 750, 1750, 3750, 7750], 7750],
])("%s", async (_law, mayChange, at, ended, looks) => {
  expect(await looked(mayChange, looks)).toEqual({ at, result: at.length - 1, ended });
});
