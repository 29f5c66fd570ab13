/** What a run goes beyond, compared with the one before it. */
export const frames = ["process", "adapter", "provider", "version", "gateway", "component"] as const;
/** What happens to the objects of the stack in that run. */
export const events = ["rename", "kill", "move"] as const;

/** A cell of the table of frames. */
export interface FrameEvent {
  readonly frame: (typeof frames)[number];
  readonly event: (typeof events)[number];
}
