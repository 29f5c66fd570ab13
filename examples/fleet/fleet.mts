// Runs the stacks of this folder, several at a time. For usage, run `node fleet.mts --help`.
import { Board } from "./driver/board.mts";
import { type Command, help, Misuse, readCommand } from "./driver/command.mts";
import { Fleet } from "./driver/fleet.mts";
import { isThrough } from "./driver/result.mts";
import { summary } from "./driver/summary.mts";

async function run(command: Command): Promise<number> {
  const board = new Board(process.stdout);
  const fleet = new Fleet(command, board);
  const stop = () => fleet.stop();
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const results = await fleet.run();
  board.end();
  process.stdout.write(summary(command, results));
  return results.every(isThrough) ? 0 : 1;
}

try {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command === "help") process.stdout.write(help);
  else process.exitCode = await run(command);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof Misuse ? 2 : 1;
}
