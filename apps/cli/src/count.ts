const units: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000 }

/** Parses a count: `200000`, `200k`, `1.5M`. @returns A whole number, 0 or more; NaN for other text. */
export function countOf(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? []
  if (digits === undefined) return Number.NaN
  // Rounds floating point errors: 1.005 * 1000 is 1004.9999999999999.
  const count = Number((Number(digits) * units[unit!.toLowerCase()]!).toPrecision(15))
  return Number.isSafeInteger(count) ? count : Number.NaN
}
