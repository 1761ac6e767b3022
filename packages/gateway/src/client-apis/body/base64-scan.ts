/** A run of letters of base64 inside of a JSON string, by its bytes in the body. */
export interface Run {
  start: number
  end: number
  /** As the string has them: an escaped slash is one. */
  letters: number
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

/**
 * Finds long runs of base64 in a JSON text that comes in blocks, cut anywhere. Many encoders write `\/` for a slash: that does not end a run. Takes a few
 * nanoseconds per byte. What is no JSON is left to its parser: nothing outside of strings is a run.
 */
export function scanRuns(): RunScan {
  const runs: Run[] = []
  let inString = false
  let isEscaped = false
  /** Digits of `\u` that are still to come. */
  let digits = 0
  /** Where the run began that is open. -1: there is none. */
  let start = -1
  let escapedSlashes = 0
  let before = 0
  let inRuns = 0
  return { push, runs, left: () => before - inRuns - (start === -1 || before - start < least ? 0 : before - start) }

  function push(block: Uint8Array): void {
    for (let at = 0; at < block.length; at++) {
      const byte = block[at]!
      if (isEscaped) {
        isEscaped = false
        if (byte === slash) escapedSlashes++
        else {
          close(before + at - 1)
          if (byte === letterU) digits = 4
        }
      } else if (digits > 0) digits--
      else if (isLetter[byte] === 1) {
        if (!inString) continue
        if (start === -1) open(before + at)
        while (at + 1 < block.length && isLetter[block[at + 1]!] === 1) at++
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
    escapedSlashes = 0
  }

  function close(end: number): void {
    if (start !== -1 && end - start >= least) {
      runs.push({ start, end, letters: end - start - escapedSlashes })
      inRuns += end - start
    }
    start = -1
  }
}

const [quote, slash, backslash, letterU] = [0x22, 0x2f, 0x5c, 0x75]

/** Of both alphabets. What fills up the end is none: it stays where it is. */
const isLetter = new Uint8Array(256)
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')) isLetter[byte] = 1
