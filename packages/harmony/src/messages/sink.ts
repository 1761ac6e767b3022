import type { Boundary, MarkupPart } from '@reason/core/parts'
import type { KnownWarningCode } from '@reason/core/warnings'
import type { Header } from '../headers/header.ts'
import type { Terminator } from '../tokens/tokens.ts'

/** Receiver of a machine's results, which become parts for a stream, or messages for a whole text. */
export interface HarmonySink {
  open(header: Header): void
  body(text: string): void
  /** Takes tokens that a body only mentions. */
  mention(text: string): void
  /** @param source - The terminator's text. Empty: the end of the stream, or an invisible end. */
  close(terminator: Terminator | undefined, source: string, boundary: Boundary): void
  markup(text: string, of: MarkupPart['of']): void
  warn(code: KnownWarningCode, excerpt?: string): void
  turnEnd(by: string): void
}

/** Ignores all results. */
export const silentSink: HarmonySink = {
  open() {},
  body() {},
  mention() {},
  close() {},
  markup() {},
  warn() {},
  turnEnd() {},
}
