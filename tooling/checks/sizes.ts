import { gzipSync } from 'node:zlib'
import { bundle } from './bundle.ts'
import type { Outcome } from './check.ts'
import { entries, portable, publishable, readWorkspace } from './workspace.ts'

/** Maximum size of an entry point with all its dependencies, in bytes of gzip. */
// In core, 4,500 bytes are `reasonOf` with framing and format detection. 700 follow JSON, in whose strings tags do not count.
// 440 keep the order of an answer behind held text, and 350 bound the cost of held text that consists of marks.
// 130 read events separated by a single line end, and events with a long line. 30 keep the blocks of an answer apart. 50 tell a
// whole answer from a stream. 280 know a model by other spellings of its name. 20 tell a reasoning field from other parts. 10 refuse bytes
// and undefined. 20 hide a thought that a stop sequence has ended. 1,220 give a thought once that is in a field and in the text. A bundler
// leaves out unused exports.
const limits: Record<string, number> = { '@reason/core': 20_040 }

interface Size {
  entry: string
  /** Size of the package alone, in bytes of gzip. */
  own: number
  /** Size with our other packages, such as `@reason/core`. */
  withCore: number
  /** Size with all dependencies, such as the validator or the parser of server-sent events. */
  whole: number
}

/** Measures the bundle that a browser loads for each entry point, and compares it with the limits. */
export async function checkSizes(): Promise<Outcome> {
  const all = readWorkspace()
  const names = portable(publishable(all))
  const sizes = await Promise.all(names.flatMap((one) => entries(one).map(([subpath, file]) => measure(one.name, subpath, file))))
  const problems = sizes.flatMap(({ entry, whole }) => {
    const limit = limits[entry]
    if (limit === undefined || whole <= limit) return []
    return [`${entry} is ${whole} bytes of gzip; the limit is ${limit}. Move what not everybody needs to an entry point of its own.`]
  })
  return { problems, table: table(sizes) }

  async function measure(name: string, subpath: string, file: string): Promise<Size> {
    const size = async (external: string[]): Promise<number> =>
      gzipSync(await bundle({ entryPoints: [file], external }), { level: 9 }).length
    const ours = all.map((one) => one.name)
    const others = [...new Set(all.flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {})))].filter(
      (one) => !ours.includes(one),
    )
    return {
      entry: name + subpath.slice(1),
      own: await size([...ours, ...others].filter((one) => one !== name).flatMap(withSubpaths)),
      withCore: await size(others.flatMap(withSubpaths)),
      whole: await size([]),
    }
  }
}

const withSubpaths = (name: string): string[] => [name, `${name}/*`]

function table(sizes: readonly Size[]): string {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(2)
  const rows = [
    ['minified, gzip, in kB', 'alone', 'with core', 'with everything'],
    ...sizes.map(({ entry, own, withCore, whole }) => [entry, kilobytes(own), kilobytes(withCore), kilobytes(whole)]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('   '))
    .join('\n')
}
