import { connect } from "node:http2";
import { setImmediate, setTimeout } from "node:timers/promises";

const reconnectAfter = 100;

/**
 * Notices when the engine is gone, also if it was killed: a connection to it lasts as long as its process.
 *
 * The connection speaks HTTP/2, as gRPC does. The engine would close a connection that sends nothing, and
 * would wait for it when it stops. The parent process is of no use here: it is a shell that lives longer than
 * the engine, too.
 */
export class EngineWatch {
  /** Pending while it is not known whether the engine is alive. */
  private known: Promise<void>;

  constructor(
    private readonly address: string,
    private readonly onGone: () => void,
  ) {
    this.known = this.connection();
  }

  /** Resolves while the engine is alive. Never resolves after it is gone. */
  async alive(): Promise<void> {
    // After the whole machine has slept, timers run first. So we wait for two turns of the event loop: in one
    // the session hears that the connection has ended, in the next it closes.
    await setImmediate();
    await setImmediate();
    await this.known;
  }

  private connection(): Promise<void> {
    return new Promise((known) => {
      let refused = false;
      const session = connect(`http://${this.address}`);
      session.unref();
      session.once("connect", () => known());
      session.on("error", (error) => {
        refused = "code" in error && error.code === "ECONNREFUSED";
      });
      session.once("close", () => {
        if (refused) {
          this.onGone();
        } else {
          known(); // it ended for another reason, so the engine may still be alive
          this.known = this.reconnection();
        }
      });
    });
  }

  private async reconnection(): Promise<void> {
    await setTimeout(reconnectAfter, undefined, { ref: false });
    await this.connection();
  }
}
