import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A picture with a palette of 256 colours: a page has hardly more, and the file is half as large. Rare colours become the nearest of the
 * frequent ones.
 *
 * @param png - As Chromium writes it: 8 bits, RGB or RGBA, not interlaced.
 */
export function toPalette(png: Buffer): Buffer {
  const { width, height, colours } = readPixels(png)
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const frequent = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour)
  const palette = frequent.slice(0, 256)
  const indexes = new Map(frequent.map((colour, at) => [colour, at < 256 ? at : nearest(colour, palette)]))

  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexes.get(colours[y * width + x]!)!
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each pixel as 0xRRGGBB. */
function readPixels(png: Buffer): { width: number; height: number; colours: Uint32Array } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const [depth, type] = [png[24], png[25]]
  if (depth !== 8 || (type !== 2 && type !== 6))
    throw new Error(`The picture has ${depth} bits and colour type ${type}: 8 and 2 or 6 are read.`)
  const size = type === 6 ? 4 : 3
  const rows = inflateSync(Buffer.concat([...chunksOf(png)].filter(({ name }) => name === 'IDAT').map(({ data }) => data)))
  const stride = width * size
  const bytes = Buffer.alloc(stride * height)
  const colours = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)]!
    for (let at = 0; at < stride; at++) {
      const left = at < size ? 0 : bytes[y * stride + at - size]!
      const above = y === 0 ? 0 : bytes[(y - 1) * stride + at]!
      const corner = y === 0 || at < size ? 0 : bytes[(y - 1) * stride + at - size]!
      bytes[y * stride + at] = rows[y * (stride + 1) + 1 + at]! + predict(filter, left, above, corner)
    }
    for (let x = 0; x < width; x++) colours[y * width + x] = bytes.readUIntBE(y * stride + x * size, 3)
  }
  return { width, height, colours }
}

/** What the filter of a row had taken away. */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

function* chunksOf(png: Buffer): Generator<{ name: string; data: Buffer }> {
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    yield { name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function nearest(colour: number, palette: readonly number[]): number {
  let best = 0
  let least = Infinity
  for (const [at, other] of palette.entries()) {
    const distance =
      ((colour >> 16) - (other >> 16)) ** 2 + (((colour >> 8) & 255) - ((other >> 8) & 255)) ** 2 + ((colour & 255) - (other & 255)) ** 2
    if (distance < least) [best, least] = [at, distance]
  }
  return best
}
