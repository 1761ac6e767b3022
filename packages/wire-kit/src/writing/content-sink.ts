import type { Loose } from '../values/loose.ts'

/** Destination of blocks: frames, or a whole body. Every number is opened once, in order, and closed once. */
export interface ContentSink {
  openText(index: number): void
  openReasoning(index: number): void
  text(index: number, text: string): void
  reasoning(index: number, text: string): void
  /** Writes the signature of the open reasoning block, after its text. */
  signature(index: number, value: string): void
  /** Writes a whole block for a redacted value. */
  redacted(index: number, value: string): void
  openCall(index: number, call: { id: string; name: string }): void
  callText(index: number, text: string): void
  citation(index: number, citation: unknown): void
  /** Writes a block unchanged, and closes it. */
  block(index: number, block: Loose): void
  close(index: number): void
}

export interface ContentBlocksContext {
  /** Id of the format. Seals of other formats are never written. */
  wire: string
  callId(own: string | undefined): string
  notCarried(what: string): void
  /** Fails the answer, because too much waits for the end of a call. No part is written after it. */
  fail(message: string): void
}
