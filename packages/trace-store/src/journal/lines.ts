import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** A record as a line: its CRC-32 in hexadecimal, a space, and its JSON. Line breaks in JSON are escaped. */
export function toLine(json: string): string {
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
}

/** @returns Undefined for an incomplete or damaged line. */
export function fromLine(line: string): string | undefined {
  const json = line.slice(9)
  return line.length < 10 || line[8] !== ' ' || crc32(json) !== Number.parseInt(line.slice(0, 8), 16) ? undefined : json
}

/** Reads the lines of a file one by one. Skips a last line without a line break: its process was killed before it acknowledged the record. */
export async function* readLines(path: string): AsyncGenerator<string, void, void> {
  let pieces: Buffer[] = []
  // Opening a named pipe would otherwise wait for its writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  for await (const chunk of file.createReadStream() as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, at))
      yield Buffer.concat(pieces).toString('utf8')
      pieces = []
      from = at + 1
    }
    pieces.push(chunk.subarray(from))
  }
}
