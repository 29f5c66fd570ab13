import { expect, test } from "vitest";
import { walksOfDocs } from "./walk/docs.ts";
import { walkPage } from "./walk/walk-page.ts";

test.each(walksOfDocs)(
  "the commands in $page work as printed and in order, and do what the page says",
  async (walk) => {
    await walkPage(walk, new AbortController().signal);
    expect.hasAssertions();
  },
);
