import { expect, test } from "vitest";
import { openClinic, said } from "./support/clinic.ts";

const pin = "WORKSPACE_GATEWAY_API_VERSION";
const echo = "WORKSPACE_GATEWAY_VERSION_ECHO_HEADER";

test("a version that is not served is a problem, and hides nothing about the token", async () => {
  const { visit, gateway } = await openClinic({}, { [pin]: "1999-01-01" });
  const { of, refusal } = await visit();
  expect(of("API version")).toMatchObject(said("problem", { remedy: pin }));
  expect(of("API version").found).toContain(String(gateway.variants.versions.at(-1)));
  expect(of("token").state).toBe("ok");
  expect(refusal).toMatchObject({ exitCode: 1 });
});

test("a pinned version is accepted, and the header that repeats it is named", async () => {
  const { visit } = await openClinic({ echoHeader: "X-Served" }, { [pin]: "2026-04-01" });
  expect((await visit()).of("API version")).toMatchObject({
    state: "ok",
    remedy: expect.stringContaining(`${echo} to x-served`),
    facts: { pinned: "2026-04-01", echoedIn: "x-served" },
  });
});

test("a header that is set is compared: equal, another one, or not there", async () => {
  const { visit, gateway } = await openClinic({}, { [pin]: "2026-04-01", [echo]: "Service-Api-Version" });
  expect((await visit()).of("API version")).toMatchObject({ state: "ok", facts: { served: "2026-04-01" } });

  const headers = { "service-api-version": "2020-01-01" };
  const body = { data: { id: gateway.account("owner").id } };
  const fault = gateway.faults.add({ kind: "status", status: 200, headers, body, path: "/user", skip: 1 });
  const other = (await visit()).of("API version");
  expect(other).toMatchObject({ state: "problem", facts: { pinned: "2026-04-01", served: "2020-01-01" } });
  expect(other.remedy).toContain(pin);
  fault.remove();

  gateway.variants.echoHeader = "X-Other";
  expect((await visit()).of("API version")).toMatchObject(said("warning", { remedy: echo }));
});

test("without a pin the served version is told, and how to stay with it", async () => {
  const { visit, gateway } = await openClinic();
  expect((await visit()).of("API version")).toMatchObject({
    state: "ok",
    facts: { served: gateway.variants.versions.at(-1) },
    remedy: expect.stringContaining(pin),
  });
});

test("a version that is no date is doubted, though the gateway takes it", async () => {
  const { visit, gateway } = await openClinic({}, { [pin]: "latest" });
  gateway.variants.versions = ["latest"];
  expect((await visit()).of("API version").state).toBe("warning");
});
