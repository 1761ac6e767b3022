import type { NameVerdict } from '../name-ahead.ts'
import { beginField, endObject, enterObject } from './objects.ts'
import { write, type FieldReading } from './reading.ts'
import { beginRaw, endStep } from './values.ts'

// A sign that may end a value, or begin a field.

/** Reads on until the sign is decided, or the text ends. */
export function decide(reading: FieldReading): void {
  const { text, ahead } = reading
  while (reading.at < text.length) {
    const verdict = ahead.step(text.charCodeAt(reading.at++))
    if (verdict === 'more') continue
    if (!isMeant(reading, verdict)) return backToSign(reading)
    const whole = reading.held + text.slice(Math.max(reading.signAt!, 0), reading.at)
    clear(reading)
    return take(reading, verdict, whole)
  }
}

/** Keeps an undecided sign at the end of a text, with the text after it. */
export function holdSign(reading: FieldReading): void {
  if (reading.signAt === undefined) return
  reading.held += reading.text.slice(Math.max(reading.signAt, 0))
  reading.signAt = -1
}

/** Whether the verdict applies in the current state. */
function isMeant({ state, ahead, kindOf }: FieldReading, verdict: NameVerdict): boolean {
  if (state === 'string' && verdict === 'end') return true
  if (verdict !== 'name') return false
  // Without a comma, a quote and a word may be text.
  return (state === 'string' && ahead.isSeparated()) || state === 'between' || kindOf(ahead.name()) !== 'other'
}

function take(reading: FieldReading, verdict: NameVerdict, whole: string): void {
  const { state, writer } = reading
  if (state === 'string' && reading.isInSteps) return endStep(reading, whole)
  if (state === 'string') writer.close('closer', whole.charAt(0))
  if (state === 'outside') enterObject(reading, whole)
  else writer.markup(whole)
  // An object around the fields.
  if (state === 'value') reading.levels++
  if (verdict === 'end') endObject(reading)
  else beginField(reading)
}

/** Reads the sign as text, and reads the text after it again in the current state. */
function backToSign(reading: FieldReading): void {
  const { signAt, held, state, outside, writer } = reading
  // A sign of the prompt is not in the text.
  const isHere = signAt! >= 0 || held !== ''
  if (signAt! < 0) reading.text = held + reading.text
  reading.at = Math.max(signAt!, 0)
  clear(reading)
  if (!isHere) return
  const unit = reading.text.charAt(reading.at++)
  if (state === 'outside') outside.write(unit)
  else if (state === 'between') writer.markup(unit)
  else {
    if (state === 'value') beginRaw(reading, 1)
    write(reading, unit)
  }
}

/** Ends the text: a string is closed, and the rest is no text. */
export function endUndecided(reading: FieldReading): void {
  const { signAt, held, state, isInSteps, outside, writer } = reading
  if (signAt === undefined) return
  if (state === 'outside') outside.write(held)
  else {
    if (state === 'string' && !isInSteps) writer.close('closer', held.charAt(0))
    writer.markup(held)
    if (state === 'string') reading.state = isInSteps ? 'steps' : 'between'
  }
  clear(reading)
}

export function clear(reading: FieldReading): void {
  reading.signAt = undefined
  reading.held = ''
}
