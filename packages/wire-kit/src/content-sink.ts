/** Where the blocks go: frames, or a whole body. Every number is opened once, in order, and closed once. */
export interface ContentSink {
  openText(index: number): void
  openReasoning(index: number): void
  text(index: number, text: string): void
  reasoning(index: number, text: string): void
  /** Of the reasoning block that is open, after its text. */
  signature(index: number, value: string): void
  /** A block of its own, whole. */
  redacted(index: number, value: string): void
  openCall(index: number, call: { id: string; name: string }): void
  callText(index: number, text: string): void
  close(index: number): void
}

export interface ContentBlocksContext {
  /** Id of the format: seals of another one are never written. */
  wire: string
  callId(own: string | undefined): string
  notCarried(what: string): void
  /** Too much waits for the end of a call: the answer fails. Nothing is written after it. */
  fail(message: string): void
}
