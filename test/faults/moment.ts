import { setTimeout as sleep } from "node:timers/promises";
import type { Gateway } from "../gateway/index.ts";

const between = 2;

/** Does something as soon as the gateway has answered so many requests; nothing if the run ends before. */
export async function atRequest<T>(
  gateway: Gateway,
  requests: number,
  run: Promise<T>,
  act: () => void | Promise<void>,
): Promise<T> {
  let isOver = false;
  const over = run.finally(() => {
    isOver = true;
  });
  const counted = gateway.log.entries().length + requests;
  const watch = async () => {
    while (!isOver && gateway.log.entries().length < counted) await sleep(between);
    if (!isOver) await act();
  };
  const [result] = await Promise.all([over, watch()]);
  return result;
}
