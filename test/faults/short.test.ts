import { expect, test } from "vitest";
import { line, wrongs } from "./report.ts";
import { tasks } from "./tasks.ts";

const short = tasks({ short: true, seed: 1 });

test.concurrent.for(short)(
  "$name: told the truth, converged, nothing doubled, orphaned, lost or shown",
  async ({ play }) => {
    const row = await play();
    expect(wrongs(row), line(row)).toEqual([]);
  },
);
