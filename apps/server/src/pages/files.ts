import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file of the pages, in memory. */
export interface PageFile {
  type: string
  bytes: Buffer
  etag: string
  /** Bytes in the best encoding that the browser accepts. Compressed at the first request. */
  encoded(accepted: string | undefined): Promise<{ bytes: Buffer; encoding: 'br' | 'gzip' | undefined }>
}

/** The index page, and its assets by name. */
export interface PageFiles {
  index: PageFile
  assets: ReadonlyMap<string, PageFile>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Whether a type is worth compressing. */
const isText = (type: string): boolean => /^(?:text|application)\/|svg/.test(type)

/** Reads all page files at once, so that an address cannot lead to any other file. Undefined if the pages were not built. */
export function readPageFiles(folder: URL): PageFiles | undefined {
  const path = fileURLToPath(folder)
  try {
    const assets = readdirSync(join(path, 'assets'), { withFileTypes: true }).filter(
      (entry) => entry.isFile() && extname(entry.name) in types,
    )
    return {
      index: pageFile(join(path, 'index.html')),
      assets: new Map(assets.map(({ name }) => [name, pageFile(join(path, 'assets', name))])),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
} as const

function pageFile(path: string): PageFile {
  const bytes = readFileSync(path)
  const type = types[extname(path)]!
  const made = new Map<string, Promise<Buffer>>()
  return {
    type,
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    async encoded(accepted = '') {
      const encoding = isText(type) ? (['br', 'gzip'] as const).find((one) => takes(accepted, one)) : undefined
      if (encoding === undefined) return { bytes, encoding }
      let encoded = made.get(encoding)
      if (encoded === undefined) made.set(encoding, (encoded = compress[encoding](bytes)))
      return { bytes: await encoded, encoding }
    },
  }
}

/** Whether a browser accepts an encoding. `gzip;q=0` means no. */
const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((one) => {
    const [name, ...parameters] = one.split(';').map((word) => word.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
