import { expect, test } from "vitest";
import { walksOfExamples } from "./walk/examples.ts";
import { walkPage } from "./walk/walk-page.ts";

test.each(walksOfExamples)(
  "the commands in $page work as printed and in order, and do what the page says",
  async (walk) => {
    await walkPage(walk, new AbortController().signal);
    expect.hasAssertions();
  },
);
