import { anyOf, shortText } from './unit-search.ts'

/** UTF-16 units to find in text: units that stop it from passing unchanged, and units to note. */
export interface UnitClasses {
  /** By the lower byte of a unit: `stops`, `notes` or 0. */
  readonly byLowByte: Uint8Array
  readonly stopping: readonly number[]
  readonly noted: readonly number[]
  readonly stoppingTexts: readonly string[]
  readonly notedTexts: readonly string[]
  readonly anyStopping: RegExp
  readonly any: RegExp
  /** Like `anyStopping`, and also matches where a noted unit stops the text. Global. Undefined: no noted unit does. */
  readonly sign: RegExp | undefined
}

/** Classes of a unit, and of a text. */
export const plain = 0
export const notes = 1
export const stops = 2

/**
 * @param noted - Must not overlap with `stopping`.
 * @param signs - Patterns that stop a text although their first unit is only noted.
 */
export function createUnitClasses(stopping: readonly number[], noted: readonly number[], signs: readonly string[] = []): UnitClasses {
  const byLowByte = new Uint8Array(256)
  for (const unit of noted) byLowByte[unit & 0xff] = notes
  for (const unit of stopping) byLowByte[unit & 0xff] = stops
  const spell = (units: readonly number[]): string[] => units.map((unit) => String.fromCharCode(unit))
  return {
    byLowByte,
    stopping,
    noted,
    stoppingTexts: spell(stopping),
    notedTexts: spell(noted),
    anyStopping: anyOf(stopping),
    any: anyOf([...stopping, ...noted]),
    sign: signs.length === 0 ? undefined : new RegExp([anyOf(stopping).source, ...signs].join('|'), 'g'),
  }
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
  return highest === notes && classes.sign !== undefined ? classBySign(classes.sign, text) : highest
}

function classOfLong(classes: UnitClasses, text: string): number {
  if (text.length > longText && isWide(text)) return classOfWide(classes, text)
  if (!classes.any.test(text)) return plain
  return classes.sign === undefined ? (classes.anyStopping.test(text) ? stops : notes) : classBySign(classes.sign, text)
}

/**
 * Classifies a text of wide units. The engine matches a class at ten gigabytes per second in a one-byte text, and at one in a wide text. Separate
 * searches per unit are faster there.
 */
function classOfWide({ stoppingTexts, notedTexts, sign }: UnitClasses, text: string): number {
  if (stoppingTexts.some((unit) => text.includes(unit))) return stops
  if (!notedTexts.some((unit) => text.includes(unit))) return plain
  return sign === undefined ? notes : classBySign(sign, text)
}

function classBySign(sign: RegExp, text: string): number {
  sign.lastIndex = 0
  return sign.test(text) ? stops : notes
}

/** Length in UTF-16 units from which distinguishing one-byte and wide texts pays. */
const longText = 64

/** Guesses from a few units whether a text is wide. In scripts with wide units, most units are wide. */
function isWide(text: string): boolean {
  const { length } = text
  return text.charCodeAt(length >> 2) > 0xff || text.charCodeAt(length >> 1) > 0xff || text.charCodeAt(length - 2) > 0xff
}
