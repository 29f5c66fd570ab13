import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openPerson, pageOf } from "../support/person.ts";

/** A login that waits for its answer, and a door to the port where it waits. */
async function waiting() {
  const { spawn } = await openPerson();
  const login = spawn(["login", "--no-browser"]);
  onTestFinished(() => login.kill("SIGKILL"));
  const page = await pageOf(login);
  const { port } = new URL(new URL(page).searchParams.get("redirect_uri") ?? "");
  /** Opens a connection, and says something on it. */
  const say = async (text: string): Promise<Socket> => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {}); // the other end may hang up as it likes
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once("connect", resolve));
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

test.each(["//", "http://[", "///callback", "/callback?state=%", "http://", "*", "nonsense"])(
  "a request for %s, which any web page can send, is turned away, and the login goes on waiting",
  async (target) => {
    const { login, say, approve } = await waiting();
    const socket = await say(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    expect(await answered(socket)).toBe("HTTP/1.1 400 Bad Request");
    expect((await approve()).status).toBe(200);
    expect((await login.done).code).toBe(0);
  },
);

test.each([
  ["says nothing", ""],
  ["stops in the middle of a request", "GET /callback?state=x HTTP/1.1\r\nHost: 127"],
  ["asks to be kept", "GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n"],
])(
  "a connection that %s does not keep the command from ending, nor the page from being shown",
  async (_what, text) => {
    const { login, say, approve } = await waiting();
    await say(text);
    const shown = await approve();
    expect([shown.status, await shown.text()]).toEqual([
      200,
      expect.stringContaining("You may close this page"),
    ]);
    expect((await login.done).code).toBe(0);
  },
);

test("a connection that stays open does not keep a login that nobody approves from ending", async () => {
  const { spawn } = await openPerson({ approve: null });
  const login = spawn(["login", "--no-browser", "--timeout", "2"]);
  onTestFinished(() => login.kill("SIGKILL"));
  const { port } = new URL(new URL(await pageOf(login)).searchParams.get("redirect_uri") ?? "");
  const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  expect((await login.done).code).toBe(1);
});
