import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openPerson, pageOf } from "../support/person.ts";

/** A login that waits for its answer, and a door to the port where it waits. */
async function waiting(approver: "owner" | null = "owner", ...args: string[]) {
  const { spawn } = await openPerson({ approve: approver });
  const login = spawn(["login", "--no-browser", ...args]);
  onTestFinished(() => login.kill("SIGKILL"));
  const page = await pageOf(login);
  const { port } = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
  /** Opens a connection, as far as the login still listens, and says something on it. */
  const say = async (text: string): Promise<Socket> => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {}); // the other end may hang up as it likes
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    socket.write(text);
    return socket;
  };
  return { login, say, approve: () => fetch(page) };
}

/** The first line that comes back. */
async function answered(socket: Socket): Promise<string> {
  let text = "";
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes("\r\n")) break;
  }
  return text.split("\r\n")[0] ?? "";
}

const targets = ["//", "http://[", "///callback", "/callback?state=%", "http://", "*", "nonsense"];

test("malformed callback requests are rejected, and the login keeps waiting", async () => {
  const { login, say, approve } = await waiting();
  for (const target of targets) {
    const socket = await say(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    expect([target, await answered(socket)]).toEqual([target, "HTTP/1.1 400 Bad Request"]);
  }
  expect((await approve()).status).toBe(200);
  expect((await login.done).code).toBe(0);
});

test("idle, incomplete, and keep-alive connections do not prevent the command from ending", async () => {
  const { login, say, approve } = await waiting();
  const host = "Host: 127.0.0.1";
  await say("");
  await say(`GET /callback?state=x HTTP/1.1\r\n${host.slice(0, 9)}`);
  await say(`GET /favicon.ico HTTP/1.1\r\n${host}\r\nConnection: keep-alive\r\n\r\n`);
  const shown = await approve();
  const page = expect.stringContaining("You can close this page");
  expect([shown.status, await shown.text()]).toEqual([200, page]);
  expect((await login.done).code).toBe(0);
});
