// Goes the way of README from an empty folder to the first `up`, with the packed packages and the emulator, and prints each command
// with its time: `node test/package/readme/main.ts`.
import { main } from "../../harness/main.ts";
import { walk } from "./walk.ts";

await main(async (signal) => {
  const { steps, onGateway } = await walk(signal);
  for (const { command, seconds } of steps) console.log(`${seconds.toFixed(1).padStart(5)} s  $ ${command}`);
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(
    `\n${steps.length} commands in ${total.toFixed(1)} s. The gateway has ${onGateway.join(" and ")}.`,
  );
  return 0;
});
