import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import https from "node:https";
import { connect, type Socket } from "node:net";
import tls from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { Client } from "../../../provider/client/client.js";
import { readSettings } from "../../../provider/client/settings.js";
import { systemIo } from "../../../provider/io/io.js";
import { deserted, listening, loopback } from "../support/loopback.ts";
import { selfSigned } from "../support/self-signed.ts";

/** A proxy for the length of one test. Whatever host it is asked for, it asks the server at `target`, or answers with a refusal. */
async function proxyTo(target: string, refusal?: number) {
  const { hostname, port } = new URL(target);
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    credentials.push(headers["proxy-authorization"]);
  };
  const forward = (incoming: IncomingMessage, response: ServerResponse) => {
    note(incoming);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? "");
    const { "proxy-authorization": _own, ...headers } = incoming.headers;
    const options = { hostname, port, path: pathname + search, method: incoming.method, headers };
    const onward = request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  };
  const sockets = new Set<Socket>();
  const server = createServer(forward).on("connect", (incoming, socket: Socket) => {
    note(incoming);
    sockets.add(socket);
    socket.on("error", () => {});
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      return;
    }
    const onward = connect(Number(port), hostname, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    }).on("error", () => socket.destroy());
    sockets.add(onward);
  });
  const own = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${own}`, asked, credentials };
}

type Env = Readonly<Record<string, string>>;

/** A client as a process with this environment has it. No name server knows the gateway: only a proxy leads there. */
function clientOf(env: Env, baseUrl = "http://gateway.test/api/v1"): Client {
  const own = {
    WORKSPACE_GATEWAY_BASE_URL: baseUrl,
    WORKSPACE_GATEWAY_ALLOW_HTTP: "true",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-of-the-tests",
    WORKSPACE_GATEWAY_RETRY_BUDGET: "0.001",
  };
  return new Client(readSettings({ env: { ...own, ...env }, config: () => undefined }), systemIo);
}

const read = { method: "GET", path: "/models" } as const;
const write = { method: "POST", path: "/models" } as const;
const secured = "https://gateway.test/api/v1";

/** A server on loopback, as http or as the https of gateway.test, that keeps what it was asked. */
async function upstream(protocol: "http" | "https") {
  const heard: { url: string | undefined; host: string | undefined; authorization: string | undefined }[] =
    [];
  const listener: Parameters<typeof loopback>[0] = ({ url, headers }, response) => {
    heard.push({ url, host: headers.host, authorization: headers.authorization });
    response.end("{}");
  };
  if (protocol === "http") {
    return { heard, url: await loopback(listener) };
  }
  const server = https.createServer(selfSigned, listener);
  onTestFinished(() => void server.close());
  return { heard, url: `https://127.0.0.1:${await listening(server)}` };
}

test.each(["http_proxy", "HTTP_PROXY"])(
  "%s is used for http, and the proxy gets the full URL",
  async (name) => {
    const gateway = await upstream("http");
    const proxy = await proxyTo(gateway.url);
    await clientOf({ [name]: proxy.url }).send({ ...read, query: { workspace_id: "w" } });
    expect(proxy.asked).toEqual(["GET http://gateway.test/api/v1/models?workspace_id=w"]);
    expect(gateway.heard).toMatchObject([{ url: "/api/v1/models?workspace_id=w", host: "gateway.test" }]);
  },
);

test.each(["https_proxy", "HTTPS_PROXY"])(
  "%s is used for https, and the proxy sees only the host",
  async (name) => {
    const trusted = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...trusted, selfSigned.cert]);
    onTestFinished(() => tls.setDefaultCACertificates(trusted));
    const gateway = await upstream("https");
    const proxy = await proxyTo(gateway.url);
    const client = clientOf({ [name]: proxy.url.replace("127.0.0.1", "ann:s%20cret@127.0.0.1") }, secured);
    await client.send(read);
    expect(proxy.asked).toEqual(["CONNECT gateway.test:443"]);
    expect(proxy.credentials).toEqual([`Basic ${btoa("ann:s cret")}`]);
    expect(gateway.heard).toEqual([
      { url: "/api/v1/models", host: "gateway.test", authorization: "Bearer token-of-the-tests" },
    ]);
  },
);

test("the certificate of the gateway is verified behind a proxy too", async () => {
  const proxy = await proxyTo((await upstream("https")).url);
  const client = clientOf({ HTTPS_PROXY: proxy.url }, secured);
  await expect(client.send(read)).rejects.toThrow(
    "the certificate of gateway.test was not issued by a trusted authority",
  );
});

test("the lowercase variable wins, an empty value disables the proxy, and http is the default", async () => {
  const proxy = await proxyTo((await upstream("http")).url);
  const bare = proxy.url.replace("http://", "");
  await clientOf({ http_proxy: bare, HTTP_PROXY: "http://127.0.0.1:1" }).send(read);
  expect(proxy.asked).toHaveLength(1);
  await expect(clientOf({ http_proxy: "", HTTP_PROXY: proxy.url }).send(read)).rejects.toThrow("ENOTFOUND");
  expect(proxy.asked).toHaveLength(1);
});

test.each<[string, Env, ("HTTP_PROXY" | "HTTPS_PROXY")?]>([
  ["its host is in NO_PROXY", { NO_PROXY: "other.test, gateway.test" }],
  ["its domain is in no_proxy, which goes first", { no_proxy: ".test", NO_PROXY: "other.test" }],
  ["it is for https", {}, "HTTPS_PROXY"],
  ["it is for http, and the gateway has https", { WORKSPACE_GATEWAY_BASE_URL: secured }],
])("the proxy is not used if %s", async (_why, env, name = "HTTP_PROXY") => {
  const proxy = await proxyTo((await upstream("http")).url);
  await expect(clientOf({ [name]: proxy.url, ...env }).send(read)).rejects.toThrow("ENOTFOUND");
  expect(proxy.asked).toEqual([]);
});

test.each(["127.0.0.1", "localhost"])("a gateway on this machine is called directly: %s", async (host) => {
  const gateway = await upstream("http");
  const proxy = await proxyTo(gateway.url);
  await clientOf(
    { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url },
    gateway.url.replace("127.0.0.1", host),
  ).send(read);
  expect([gateway.heard.length, proxy.asked]).toEqual([1, []]);
});

test.each([
  ["http", 407, "rejected", "Add a user name and password"],
  ["https", 407, "rejected", "Add a user name and password"],
  ["https", 503, "not-sent", "Check that the proxy can reach gateway.test."],
])("a proxy for %s that returns %i is named without its password: %s", async (...row) => {
  const [protocol, status, outcome, remedy] = row;
  const proxy = await proxyTo("http://127.0.0.1:1", status);
  const name = `${protocol.toUpperCase()}_PROXY`;
  const client = clientOf(
    { [name]: proxy.url.replace("127.0.0.1", "ann:sesame@127.0.0.1") },
    `${protocol}://gateway.test/api/v1`,
  );
  const error = await client.send(write).catch((reason) => reason);
  expect(error).toMatchObject({
    outcome,
    message: expect.stringContaining(`the proxy in ${name} returned ${status}. ${remedy}`),
  });
  expect(error.message).not.toContain("sesame");
  expect(proxy.asked).toHaveLength(1);
});

test.each(["http", "https"])("an unreachable proxy for %s is named in the error", async (protocol) => {
  const name = `${protocol.toUpperCase()}_PROXY`;
  const client = clientOf({ [name]: new URL(await deserted()).origin }, `${protocol}://gateway.test/api/v1`);
  await expect(client.send(write)).rejects.toMatchObject({
    outcome: "not-sent",
    message: expect.stringMatching(new RegExp(`ECONNREFUSED.*${name} is set`)),
  });
});

test("an invalid proxy address is rejected with its variable and without its password", () => {
  for (const url of [
    "http://ann:sesame@",
    "ftp://ann:sesame@proxy.test",
    "http://ann:sesame%ff@proxy.test",
  ]) {
    const make = () => clientOf({ HTTP_PROXY: url });
    expect(make).toThrow("HTTP_PROXY must be an http, https or socks5 address");
    expect(make).not.toThrow("sesame");
    expect(() => clientOf({ HTTPS_PROXY: url }), "it is not needed for http").not.toThrow();
  }
});
