/** Up to this length in UTF-16 units, reading each unit is faster than starting a regular expression (bench/think-tags.bench.ts). */
export const shortText = 10

/** Regular expression for these units. Matches nothing if the list is empty. */
export const anyOf = (units: readonly number[], flags = ''): RegExp =>
  new RegExp(`[${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}]`, flags)

/** Table by the lower byte of a unit: 1 if one of the units has it. */
function lowBytesOf(units: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(256)
  for (const unit of units) bytes[unit & 0xff] = 1
  return bytes
}

/** Creates a search for the first of these units at or after `from`. -1: none. */
export function createUnitSearch(units: readonly number[]): (text: string, from: number) => number {
  if (units.length === 0) return () => -1
  const bytes = lowBytesOf(units)
  const inEngine = createEngineSearch(units)
  return (text, from) => {
    const near = Math.min(text.length, from + shortText)
    for (let at = from; at < near; at++) {
      const unit = text.charCodeAt(at)
      if (bytes[unit & 0xff] === 1 && units.includes(unit)) return at
    }
    return near === text.length ? -1 : inEngine(text, near)
  }
}

// Several `indexOf` from hit to hit would be quadratic.
function createEngineSearch(units: readonly number[]): (text: string, from: number) => number {
  if (units.length === 1) {
    const only = String.fromCharCode(units[0]!)
    return (text, from) => text.indexOf(only, from)
  }
  const next = anyOf(units, 'g')
  return (text, from) => {
    next.lastIndex = from
    return next.test(text) ? next.lastIndex - 1 : -1
  }
}
