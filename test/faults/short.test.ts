import { expect, test } from "vitest";
import { line, wrongs } from "./report.ts";
import { tasks } from "./tasks.ts";

const short = tasks({ short: true, seed: 1 });

test.concurrent.for(short)(
  "$name: reports the truth, converges, and nothing is duplicated, orphaned, lost or leaked",
  async ({ play }) => {
    const row = await play();
    expect(wrongs(row), line(row)).toEqual([]);
  },
);
