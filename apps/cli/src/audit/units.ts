import { readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { inputError } from '../cli-error.ts'
import { readError } from '../input.ts'

/** How a file is laid out: a value on each line, one value (of an array, each element), or an answer as it is. */
export type Layout = 'lines' | 'value' | 'text'

/** A piece of work: part of a file that can be read without the rest. */
export interface Unit {
  file: string
  layout: Layout
  /** Bytes. A line belongs to the unit in which it begins. */
  from: number
  to: number
}

const layouts: Readonly<Record<string, Layout>> = {
  '.jsonl': 'lines',
  '.ndjson': 'lines',
  '.json': 'value',
  '.txt': 'text',
  '.md': 'text',
}

/** Small enough to spread a file over all cores, large enough that starting a piece costs nothing. */
const unitBytes = 8_388_608

/**
 * The files under a path, cut into pieces.
 * @throws {CliError} When there is no such path, or nothing in it to read.
 */
export function unitsOf(path: string): Unit[] {
  const found = filesIn(path)
  if (found.length === 0)
    throw inputError(`${path} holds no ${Object.keys(layouts).join(', ')} file. Name the file itself to have it read as JSON lines.`)
  return found.flatMap(({ file, size }): Unit[] => {
    const layout = layouts[extname(file).toLowerCase()] ?? 'lines'
    if (layout !== 'lines') return [{ file, layout, from: 0, to: size }]
    return Array.from({ length: Math.ceil(size / unitBytes) }, (_, index) => ({
      file,
      layout,
      from: index * unitBytes,
      to: Math.min(size, (index + 1) * unitBytes),
    }))
  })
}

function filesIn(path: string): { file: string; size: number }[] {
  try {
    const found = statSync(path)
    if (found.isFile()) return [{ file: path, size: found.size }]
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extname(entry.name).toLowerCase() in layouts)
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => ({ file, size: statSync(file).size }))
  } catch (error) {
    throw readError(path, error)
  }
}
