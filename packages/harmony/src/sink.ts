import type { Boundary, MarkupPart } from '@reason/core/parts'
import type { KnownWarningCode } from '@reason/core/warnings'
import type { Header } from './header.ts'
import type { Terminator } from './tokens.ts'

/** Where a machine tells what it found: parts are made of it for a stream, messages for a whole text. */
export interface Sink {
  open(header: Header): void
  body(text: string): void
  /** @param source - What ended the message, as it was written. Empty: the end of the stream, or nothing visible. */
  close(terminator: Terminator | undefined, source: string, boundary: Boundary): void
  markup(text: string, of: MarkupPart['of']): void
  warn(code: KnownWarningCode, excerpt?: string): void
  turnEnd(by: string): void
}

/** Hears nothing. */
export const silentSink: Sink = {
  open() {},
  body() {},
  close() {},
  markup() {},
  warn() {},
  turnEnd() {},
}
