/**
 * Removes the framing of `transfer-encoding: chunked`. Strict: only sizes and data, with standard line ends. Valid but unusual framing (extensions, trailers,
 * sizes of many digits) is returned from the start of its line, for Node's parser.
 *
 *   size ─CR─▶ size-end ─LF─▶ data ─▶ data-cr ─▶ data-lf ─▶ size …
 *                  └─0─▶ last-cr ─▶ last-lf ─▶ over
 */
export interface Dechunker {
  /**
   * @param buffer - Overwritten: the data of all chunks of a read is moved together.
   * @returns A shared object, overwritten by the next read.
   */
  read(buffer: Buffer, from: number, to: number): Dechunked
}

export interface Dechunked {
  /** `odd`: Node's parser has to read `before`, and then the buffer from `at` on. `broken`: invalid framing. `over`: the body ended at `at`. */
  state: 'open' | 'over' | 'odd' | 'broken'
  /** Range of the chunks' data in the buffer: `from` to `to`. */
  from: number
  to: number
  at: number
  /** The beginning of an odd line, if it came with earlier reads. */
  before: string
}

const CR = 13
const LF = 10
/** Larger chunks than 256 MB count as odd. */
const mostDigits = 7

type Place = 'size' | 'size-end' | 'data' | 'data-cr' | 'data-lf' | 'last-cr' | 'last-lf'

export function createDechunker(): Dechunker {
  let place: Place = 'size'
  /** Size of the chunk while its line is read, then the bytes that remain. */
  let size = 0
  let digits = 0
  const result: Dechunked = { state: 'open', from: 0, to: 0, at: 0, before: '' }

  return { read }

  function read(buffer: Buffer, from: number, to: number): Dechunked {
    let at = from
    let line = from
    result.state = 'open'
    result.from = result.to = from
    while (at < to) {
      if (place === 'data') {
        at = take(buffer, at, Math.min(to, at + size))
        continue
      }
      const byte = buffer[at]!
      switch (place) {
        case 'size': {
          const digit = digitOf(byte)
          if (digit >= 0 && ++digits <= mostDigits) size = size * 16 + digit
          else if (byte === CR && digits > 0) place = 'size-end'
          else return stop('odd', line)
          break
        }
        case 'size-end':
          if (byte !== LF) return stop('odd', line)
          place = size === 0 ? 'last-cr' : 'data'
          break
        case 'last-cr':
          if (byte !== CR) return stop('odd', line)
          place = 'last-lf'
          break
        case 'last-lf':
          return byte === LF ? stop('over', at + 1) : stop('odd', line)
        case 'data-cr':
          if (byte !== CR) return stop('broken', at)
          place = 'data-lf'
          break
        case 'data-lf':
          if (byte !== LF) return stop('broken', at)
          place = 'size'
          digits = 0
          result.before = ''
          line = at + 1
          break
      }
      at++
    }
    if (place !== 'data' && place !== 'data-cr' && place !== 'data-lf') result.before += buffer.toString('latin1', line, to)
    return result
  }

  /** Moves chunk data together. @returns Position after the data. */
  function take(buffer: Buffer, at: number, end: number): number {
    if (result.to === result.from) result.from = result.to = at
    else if (result.to !== at) buffer.copyWithin(result.to, at, end)
    result.to += end - at
    size -= end - at
    if (size === 0) place = 'data-cr'
    return end
  }

  function stop(state: Dechunked['state'], at: number): Dechunked {
    result.state = state
    result.at = at
    return result
  }
}

/** Value of a hexadecimal digit. Negative for other bytes. */
function digitOf(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
