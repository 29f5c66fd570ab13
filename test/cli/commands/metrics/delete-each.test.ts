import { expect, test } from "vitest";
import { deleteEach } from "../../../../cli/commands/metrics/delete.js";
import { openDesk } from "../support/desk.ts";

const never = new AbortController().signal;

async function measured(count: number) {
  const desk = await openDesk();
  const ids = desk.gateway.seed.metrics(count).map(({ id }) => String(id));
  return { ...desk, ids };
}

test("each is deleted, and one that is gone already counts as deleted", async () => {
  const { client, gateway, ids } = await measured(3);
  const deletion = await deleteEach(client, [...ids, "gone"], () => {}, never);
  expect([deletion.deleted.toSorted(), deletion.failed]).toEqual([[...ids, "gone"].sort(), []]);
  expect(gateway.rows("metrics")).toEqual([]);
});

test("how many are deleted is told batch by batch", async () => {
  const { client, ids } = await measured(45);
  const told: number[] = [];
  await deleteEach(client, ids, (deleted) => told.push(deleted), never);
  expect(told).toEqual([20, 40, 45]);
});

test("one that fails keeps no other from being deleted, and its error is kept", async () => {
  const { client, gateway, ids } = await measured(25);
  const [refused = "", ...others] = ids;
  gateway.faults.add({ method: "DELETE", path: `/metrics/${refused}`, kind: "status", status: 403 });
  const { deleted, failed } = await deleteEach(client, ids, () => {}, never);
  expect(deleted.toSorted()).toEqual(others.toSorted());
  expect(failed).toEqual([{ id: refused, error: expect.stringContaining("403") }]);
});

test("after a batch of which nothing could be deleted, the rest is in neither list", async () => {
  const { client, gateway, ids } = await measured(45);
  gateway.faults.add({ method: "DELETE", kind: "status", status: 403 });
  const { deleted, failed } = await deleteEach(client, ids, () => {}, never);
  expect([deleted, failed.map(({ id }) => id).toSorted()]).toEqual([[], ids.slice(0, 20).toSorted()]);
  expect(gateway.rows("metrics")).toHaveLength(45);
});

test("when it shall stop, what is under way is finished, and the rest is in neither list", async () => {
  const { client, gateway, ids } = await measured(45);
  const stopping = new AbortController();
  const { deleted, failed } = await deleteEach(client, ids, () => stopping.abort(), stopping.signal);
  expect([deleted.toSorted(), failed]).toEqual([ids.slice(0, 20).toSorted(), []]);
  expect(gateway.rows("metrics")).toHaveLength(25);
});
