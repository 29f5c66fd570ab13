import type { Client } from "pulumi-workspace-gateway/tools";

/** How long work may take, also while the gateway makes it wait. */
export class TimeBound {
  private isOver = false;
  private end = () => {};

  constructor({ io }: Pick<Client, "io">, milliseconds: number) {
    void io.sleep(milliseconds).then(() => {
      this.isOver = true;
      this.end();
    });
  }

  /** What comes of one step after another; undefined if the time is over before. */
  before<T>(step: () => Promise<T>): Promise<T | undefined> {
    if (this.isOver) {
      return Promise.resolve(undefined);
    }
    // Promise.race would keep every step until the time is over.
    return new Promise((resolve, reject) => {
      this.end = () => resolve(undefined);
      step().then(resolve, reject);
    });
  }
}
