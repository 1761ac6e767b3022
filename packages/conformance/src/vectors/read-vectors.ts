/**
 * Reads a JSONL file of vectors: one object per line, skipping empty lines.
 *
 * @typeParam Vector - The expected fields. Not checked, because the mappers read only the fields they name.
 * @throws {TypeError} With the number of a line that is not a JSON object.
 */
export function readVectors<Vector = Record<string, unknown>>(text: string): Vector[] {
  const vectors: Vector[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    vectors.push(parseLine(line, index + 1) as Vector)
  }
  return vectors
}

function parseLine(line: string, number: number): object {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new TypeError(`Line ${number} is not JSON: ${line.slice(0, 80)}`, { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`Line ${number} is not a JSON object: ${line.slice(0, 80)}`)
  }
  return value
}
