import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/**
 * Detects transactions that SQLite would drop silently. SQLite reads the write-ahead log up to the first invalid frame, as after a loss of power, and takes the
 * rest for leftovers. A loss of power leaves at most the one transaction being written, and leftovers of an earlier round have other salts. If two or more
 * transactions of this round end after an invalid frame, they were acknowledged, so the log was damaged.
 *
 * Format: https://sqlite.org/fileformat2.html#the_write_ahead_log (SQLite 3.51).
 *
 * @returns The loss and the remedy. Undefined if nothing is lost, or another process is writing at this moment.
 */
export async function walDamage(path: string): Promise<string | undefined> {
  const wal = `${path}-wal`
  // Opening a named pipe would otherwise wait for its writer.
  const file = await open(wal, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const lost = await lostIn(file)
    if (lost === undefined) return undefined
    return (
      `The log of writes ${wal} is damaged ${lost.where}: SQLite drops ${lost.what} stored behind it. Before anything else is stored, stop the program and ` +
      `put back a copy of ${path} and ${wal} of one moment, if there is one. Check the disk.`
    )
  } finally {
    await file.close()
  }
}

const headerBytes = 32
const frameHeaderBytes = 24
/** Maximum size of a checked log. Logs are cut at 64 MiB, and grow beyond that under load. */
const longest = 268_435_456
const readAtOnce = 4_194_304
const littleEndian = 0x377f0682
const bigEndian = 0x377f0683

interface Lost {
  where: string
  what: string
}

async function lostIn(file: FileHandle): Promise<Lost | undefined> {
  const { size } = await file.stat()
  if (size <= headerBytes + frameHeaderBytes || size > longest) return undefined
  const header = await bytesAt(file, 0, headerBytes)
  const isLittle = header.readUInt32BE(0) === littleEndian
  const pageBytes = header.readUInt32BE(8)
  const [sum1, sum2] = checksum(header, 0, 24, isLittle, 0, 0)
  const fits = (isLittle || header.readUInt32BE(0) === bigEndian) && sum1 === header.readUInt32BE(24) && sum2 === header.readUInt32BE(28)
  // The file was only extended before a loss of power.
  if (!fits) return header.every((byte) => byte === 0) ? undefined : { where: 'at its beginning', what: 'all that was' }
  const commits = await lostCommits(file, header, { size, pageBytes, isLittle, sum1, sum2 })
  // Another process began a new round meanwhile, so the data is of two rounds.
  if (!header.equals(await bytesAt(file, 0, headerBytes))) return undefined
  return commits < 2 ? undefined : { where: 'in the middle', what: `${commits} transactions that were` }
}

/** @returns Number of transactions of this round that end after the first invalid frame. */
async function lostCommits(
  file: FileHandle,
  header: Buffer,
  { size, pageBytes, isLittle, ...first }: { size: number; pageBytes: number; isLittle: boolean; sum1: number; sum2: number },
): Promise<number> {
  let { sum1, sum2 } = first
  let isWhole = true
  let commits = 0
  const frameBytes = frameHeaderBytes + pageBytes
  const frames = Math.floor((size - headerBytes) / frameBytes)
  const most = Math.max(1, Math.floor(readAtOnce / frameBytes))
  for (let at = 0; at < frames; at += most) {
    const some = await bytesAt(file, headerBytes + at * frameBytes, Math.min(most, frames - at) * frameBytes)
    for (let from = 0; from + frameBytes <= some.length; from += frameBytes) {
      const isOfRound = some.compare(header, 16, 24, from + 8, from + 16) === 0
      const isCommit = some.readUInt32BE(from + 4) !== 0
      if (isWhole) {
        ;[sum1, sum2] = checksum(some, from, from + 8, isLittle, sum1, sum2)
        ;[sum1, sum2] = checksum(some, from + frameHeaderBytes, from + frameBytes, isLittle, sum1, sum2)
        isWhole = isOfRound && sum1 === some.readUInt32BE(from + 16) && sum2 === some.readUInt32BE(from + 20)
      }
      if (!isWhole && isOfRound && isCommit) commits++
    }
  }
  return commits
}

/** Checksum of SQLite: two sums over pairs of words, modulo 2^32. */
function checksum(bytes: Buffer, from: number, to: number, isLittle: boolean, start1: number, start2: number): [number, number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum1 = start1
  let sum2 = start2
  for (let at = from; at < to; at += 8) {
    sum1 = (sum1 + view.getUint32(at, isLittle) + sum2) >>> 0
    sum2 = (sum2 + view.getUint32(at + 4, isLittle) + sum1) >>> 0
  }
  return [sum1, sum2]
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
