import { shortText } from './unit-search.ts'

/** UTF-16 units to look for in text: those that stop it from going out as it came, and those to note. */
export interface UnitClasses {
  /** By the lower byte of a unit: `stops`, `notes` or 0. */
  readonly byLowByte: Uint8Array
  readonly stopping: readonly number[]
  readonly noted: readonly number[]
  readonly stoppingTexts: readonly string[]
  readonly notedTexts: readonly string[]
}

/** Classes of a unit, and of a text. */
export const plain = 0
export const notes = 1
export const stops = 2

/** @param noted - None of these may be in `stopping`. */
export function createUnitClasses(stopping: readonly number[], noted: readonly number[]): UnitClasses {
  const byLowByte = new Uint8Array(256)
  for (const unit of noted) byLowByte[unit & 0xff] = notes
  for (const unit of stopping) byLowByte[unit & 0xff] = stops
  const spell = (units: readonly number[]): string[] => units.map((unit) => String.fromCharCode(unit))
  return { byLowByte, stopping, noted, stoppingTexts: spell(stopping), notedTexts: spell(noted) }
}

/** The highest class of all units in the text. */
export function classOf(classes: UnitClasses, text: string): number {
  if (text.length > shortText) return classOfLong(classes, text)
  const { byLowByte } = classes
  let highest = plain
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (byLowByte[unit & 0xff] === plain) continue
    if (classes.stopping.includes(unit)) return stops
    if (classes.noted.includes(unit)) highest = notes
  }
  return highest
}

function classOfLong({ stoppingTexts, notedTexts }: UnitClasses, text: string): number {
  for (let i = 0; i < stoppingTexts.length; i++) if (text.includes(stoppingTexts[i]!)) return stops
  for (let i = 0; i < notedTexts.length; i++) if (text.includes(notedTexts[i]!)) return notes
  return plain
}
