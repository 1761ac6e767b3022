import { Buffer } from 'node:buffer'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { binaryIn, isUtf16, readFailure } from '@reason/recording'
import { invalidInput } from './task.ts'

/** Layout of a file: a value on each line (`wide-lines`: in UTF-16), one value (of an array, each element), or a plain answer. */
export type FileLayout = 'lines' | 'wide-lines' | 'value' | 'text'

/** A part of a file that can be read without the rest. */
export interface Unit {
  file: string
  layout: FileLayout
  /** Bytes. A line belongs to the unit in which it begins. */
  from: number
  to: number
}

const layouts: Readonly<Record<string, FileLayout>> = {
  '.jsonl': 'lines',
  '.ndjson': 'lines',
  '.json': 'value',
  '.txt': 'text',
  '.md': 'text',
}

/** Small enough to spread a file over all cores, large enough that starting a piece costs nothing. */
const unitBytes = 8_388_608

/**
 * Splits the files under a path into units.
 *
 * @throws {ReasonError} `REASON_INVALID_INPUT` if there is no such path, no readable content in it, or a binary file,
 * which must not pass as clean.
 */
export function unitsOf(path: string): Unit[] {
  const found = filesIn(path)
  if (found.length === 0)
    throw invalidInput(`${path} holds no ${Object.keys(layouts).join(', ')} file. Name the file itself to have it read as JSON lines.`)
  return found.flatMap(({ file, size }): Unit[] => {
    const named = layouts[extname(file).toLowerCase()] ?? 'lines'
    const head = headOf(file)
    const binary = binaryIn(head)
    if (binary !== undefined) throw invalidInput(`${file} ${binary}`)
    // UTF-16 is read as one unit: only the beginning has the mark, and the byte of a line feed may be half of another character.
    const layout = named === 'lines' && isUtf16(head) ? 'wide-lines' : named
    if (layout !== 'lines') return [{ file, layout, from: 0, to: size }]
    return Array.from({ length: Math.ceil(size / unitBytes) }, (_, index) => ({
      file,
      layout,
      from: index * unitBytes,
      to: Math.min(size, (index + 1) * unitBytes),
    }))
  })
}

/** Size of the head that decides whether a file is text, in bytes. */
const headBytes = 8 * 1024

function headOf(file: string): Buffer {
  try {
    const handle = openSync(file, 'r')
    try {
      const bytes = Buffer.alloc(headBytes)
      return bytes.subarray(0, readSync(handle, bytes))
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    throw readFailure(file, error)
  }
}

function filesIn(path: string): { file: string; size: number }[] {
  try {
    const found = statSync(path)
    if (found.isFile()) return [{ file: path, size: found.size }]
    if (!found.isDirectory()) throw invalidInput(`${path} is neither a file nor a folder. Write its content to a file first.`)
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extname(entry.name).toLowerCase() in layouts)
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => ({ file, size: statSync(file).size }))
  } catch (error) {
    throw readFailure(path, error)
  }
}
