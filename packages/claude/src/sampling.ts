import type { Sampling } from '@reason/core/conversation'
import { defined } from '@reason/wire-kit'
import type { ThinkingRow } from './models.ts'

type Say = (note: string) => void

/** Drops sampling settings that thinking or newer models refuse, with a note. @param fields - The format's field names, for notes. */
export function fitSampling(
  sampling: Sampling,
  { row, model, isOn, fields }: { row: ThinkingRow; model: string; isOn: boolean; fields: { topP: string; topK: string } },
  say: Say,
): Pick<Sampling, 'temperature' | 'topP' | 'topK' | 'stop'> {
  const fixed = row.fixedSampling === true
  let { temperature, topP, topK } = sampling
  if (temperature !== undefined && temperature > 1) {
    say(`The temperature is 1 at most: ${temperature} became 1.`)
    temperature = 1
  }
  const rule = fixed ? `by ${model}` : isOn ? 'while thinking is on' : undefined
  if (rule !== undefined) {
    if (temperature !== undefined && temperature !== 1) temperature = drop('temperature', temperature, 'any but 1 is refused', rule)
    if (topP !== undefined && (fixed ? topP !== 1 : topP < 0.95))
      topP = drop(fields.topP, topP, fixed ? 'it is refused' : 'less than 0.95 is refused', rule)
    if (topK !== undefined) topK = drop(fields.topK, topK, 'it is refused', rule)
  }
  if (row.oneOfSampling === true && temperature !== undefined && topP !== undefined) {
    topP = drop(fields.topP, topP, 'beside a temperature it is refused', `by ${model}`)
  }
  const stop = sampling.stop?.filter((text) => text.trim() !== '')
  if (stop !== undefined && stop.length < sampling.stop!.length)
    say('A stop sequence of white space alone was left out: Claude refuses it.')
  return {
    ...defined({ temperature, topP, topK }),
    ...(stop !== undefined && (stop.length > 0 || sampling.stop!.length === 0) && { stop }),
  }

  function drop(field: string, value: number, what: string, when: string): undefined {
    say(`${field} ${value} was left out: ${what} ${when}.`)
  }
}
