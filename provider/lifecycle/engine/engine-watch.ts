import { connect } from "node:http2";
import { setImmediate, setTimeout } from "node:timers/promises";

const reconnectAfter = 100;

/**
 * Notices the end of the engine, also if it was killed, by a connection that lasts as long as its process.
 *
 * It speaks HTTP/2, as gRPC does: the engine would close a connection that says nothing, and wait for it when it
 * stops. The parent process tells nothing, it is a shell that outlives the engine too.
 */
export class EngineWatch {
  /** Pending while it is not known whether the engine is there. */
  private known: Promise<void>;

  constructor(
    private readonly address: string,
    private readonly onGone: () => void,
  ) {
    this.known = this.connection();
  }

  /** Settles while the engine is there, and never once it is gone. */
  async present(): Promise<void> {
    // After a sleep of the whole machine timers come first: a turn to hear of the end, and one to close for it.
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
          known(); // whatever it was, it does not say that the engine is gone
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
