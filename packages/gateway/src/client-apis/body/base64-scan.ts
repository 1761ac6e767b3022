/** A run of letters of base64 inside of a JSON string, by its bytes in the body. */
export interface Run {
  start: number
  end: number
  /** As the string has them: an escaped slash is one, and an escaped line break is none. */
  letters: number
  hasBreaks: boolean
}

export interface RunScan {
  push(block: Uint8Array): void
  /** Long runs that have ended. */
  readonly runs: readonly Run[]
  /** Bytes so far that are in no long run. */
  left(): number
}

/** Runs below this length, in bytes, are read as any text. */
const least = 32_768

/** Letters of a line that a break may end: encoders write 60, 64, 76 or 120. Other lines are text. */
const fewestInLine = 60
export const mostInLine = 128

/**
 * Finds long runs of base64 in a JSON text that comes in blocks, cut anywhere. Many encoders write `\/` for a slash, and `\n` or
 * `\r\n` after each line: these do not end a run. Takes a few nanoseconds per byte. What is no JSON is left to its parser: nothing outside of strings is a run.
 */
export function scanRuns(): RunScan {
  const runs: Run[] = []
  let inString = false
  let isEscaped = false
  /** Digits of `\u` that are still to come. */
  let digits = 0
  /** Where the run began that is open. -1: there is none. */
  let start = -1
  /** Bytes of the run that are no letters: backslashes, and whole line breaks. */
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

const [quote, slash, backslash, letterN, letterR, letterU] = [0x22, 0x2f, 0x5c, 0x6e, 0x72, 0x75]

/** Of both alphabets. What fills up the end is none: it stays where it is. */
const isLetter = new Uint8Array(256)
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')) isLetter[byte] = 1
