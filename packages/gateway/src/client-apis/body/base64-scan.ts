import { backslash, letterN, letterR, letterU, quote, slash } from '../../structures/json-characters.ts'

/** A run of base64 letters inside a JSON string, by its byte offsets in the body. */
export interface Base64Run {
  start: number
  end: number
  /** Number of base64 letters in the string's value. An escaped slash counts as one, an escaped line break as none. */
  letters: number
  hasBreaks: boolean
}

export interface RunScan {
  push(block: Uint8Array): void
  /** Long runs that have ended. */
  readonly runs: readonly Base64Run[]
  /** Bytes so far outside of long runs. */
  left(): number
}

/** Length in bytes of the shortest run that is reported. */
const least = 32_768

/** Letters in a line that may end in a line break: encoders write 60, 64, 76 or 120. Other line lengths mean text. */
const fewestInLine = 60
export const mostInLine = 128

/**
 * Finds long runs of base64 in JSON text, which may be cut into blocks anywhere. Many encoders escape slashes (`\/`) and break lines (`\n`
 * or `\r\n`): neither ends a run. Only strings are scanned; invalid JSON is left to the parser. Takes a few nanoseconds per byte.
 */
export function scanRuns(): RunScan {
  const runs: Base64Run[] = []
  let inString = false
  let isEscaped = false
  /** Hex digits of a `\u` escape that are still expected. */
  let digits = 0
  /** Offset of the open run. -1: none is open. */
  let start = -1
  /** Bytes of the run other than letters: backslashes and whole line breaks. */
  let others = 0
  /** Letters since the last line break. */
  let inLine = 0
  let isAfterBreak = false
  let hasBreaks = false
  let before = 0
  let inRuns = 0
  return { push, runs, left: () => before - inRuns - (start === -1 || before - start < least ? 0 : before - start) }

  function push(block: Uint8Array): void {
    for (let at = 0; at < block.length; at++) {
      const byte = block[at]!
      if (isEscaped) {
        isEscaped = false
        if (byte === slash) {
          others++
          inLine++
        } else if (
          (byte === letterN || byte === letterR) &&
          start !== -1 &&
          (isAfterBreak || (inLine >= fewestInLine && inLine <= mostInLine))
        ) {
          others += 2
          inLine = 0
          isAfterBreak = hasBreaks = true
        } else {
          close(before + at - 1)
          if (byte === letterU) digits = 4
        }
      } else if (digits > 0) digits--
      else if (isLetter[byte] === 1) {
        if (!inString) continue
        if (start === -1) open(before + at)
        const from = at
        while (at + 1 < block.length && isLetter[block[at + 1]!] === 1) at++
        inLine += at + 1 - from
        isAfterBreak = false
      } else if (byte === backslash && inString) isEscaped = true
      else {
        close(before + at)
        if (byte === quote) inString = !inString
      }
    }
    before += block.length
  }

  function open(at: number): void {
    start = at
    others = 0
    inLine = 0
    isAfterBreak = hasBreaks = false
  }

  function close(end: number): void {
    if (start !== -1 && end - start >= least) {
      runs.push({ start, end, letters: end - start - others, hasBreaks })
      inRuns += end - start
    }
    start = -1
  }
}

/** Letters of both base64 alphabets. Padding does not count and stays in the body. */
const isLetter = new Uint8Array(256)
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')) isLetter[byte] = 1
