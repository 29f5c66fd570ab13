import { expect, onTestFinished, test, vi } from "vitest";
import { systemTerminal } from "../../cli/terminal.js";

/** Both streams of this process on one screen, or in pipelines. */
function screen({ isTTY, columns = 80 }: { isTTY: boolean; columns?: number }) {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const before = { isTTY: stream.isTTY, columns: stream.columns };
    Object.assign(stream, { isTTY, columns });
    const write = vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0);
    onTestFinished(() => {
      write.mockRestore();
      Object.assign(stream, before);
    });
  }
  return { terminal: systemTerminal(process), written };
}

const gone = "\r\x1b[K";

test.each(["out", "note"] as const)("output of %s replaces the progress line on a terminal", (way) => {
  const { terminal, written } = screen({ isTTY: true });
  terminal.progress("3 of 9");
  terminal[way]("said");
  terminal[way]("more");
  expect(written).toEqual([`${gone}3 of 9`, gone, "said\n", "more\n"]);
});

test("output to a pipe clears the progress line on the terminal", () => {
  const { terminal, written } = screen({ isTTY: true });
  Object.assign(process.stdout, { isTTY: false });
  terminal.progress("3 of 9");
  terminal.out("said");
  expect(written).toEqual([`${gone}3 of 9`, gone, "said\n"]);
});

test("a progress line is not cleared if none is shown", () => {
  const { terminal, written } = screen({ isTTY: true });
  terminal.progress("");
  terminal.progress("1");
  terminal.progress("");
  terminal.progress("");
  expect(written).toEqual([`${gone}1`, gone]);
});

test("a progress line fits in one row and leaves the last cell free if the terminal width is known", () => {
  const { terminal, written } = screen({ isTTY: true, columns: 6 });
  terminal.progress("123456789");
  terminal.progress("12世界");
  expect(written).toEqual([`${gone}12345`, `${gone}12世`]);
  const unknown = screen({ isTTY: true, columns: 0 });
  unknown.terminal.progress("3 of 9");
  expect(unknown.written).toEqual([`${gone}3 of 9`]);
});

test("progress is not written to a pipe", () => {
  const { terminal, written } = screen({ isTTY: false });
  terminal.progress("3 of 9");
  terminal.note("said");
  terminal.out("data");
  expect(written).toEqual(["said\n", "data\n"]);
});

test("on a terminal, results keep only color control characters, and messages keep none", () => {
  const { terminal, written } = screen({ isTTY: true });
  for (const way of ["out", "note"] as const) terminal[way]("\u001b[31mred\u001b[39m \u001b[2Jgone\u001b[8m");
  expect(written).toEqual(["\u001b[31mred\u001b[39m  gone \n", " red   gone \n"]);
});

test("tables are as wide as the terminal, and unlimited in a pipe", () => {
  expect(screen({ isTTY: true, columns: 100 }).terminal.width).toBe(100);
  expect(screen({ isTTY: false, columns: 100 }).terminal.width).toBe(undefined);
});
