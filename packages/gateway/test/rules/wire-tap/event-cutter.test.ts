import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventCutter, type EventEnd } from '../../../src/rules/wire-tap/event-cutter.ts'
import { lend } from '@reason/testkit/lent'

function cutAll(end: EventEnd, pieces: readonly Buffer[]): { events: string[]; bytes: Buffer } {
  const cutter = createEventCutter(end)
  const cuts = pieces.flatMap((piece) =>
    lend(piece, (lent) => cutter.push(lent).map(({ bytes, events }) => ({ bytes: Buffer.from(bytes), events }))),
  )
  const rest = cutter.rest()
  return {
    events: [...cuts.flatMap(({ events }) => events), ...(rest === undefined ? [] : [rest])],
    bytes: Buffer.concat(cuts.map(({ bytes }) => bytes)),
  }
}

const eventText = fc.stringMatching(/^[a-zé😀:{} ]{1,12}$/u)

describe('bytes of an upstream, cut behind each event', () => {
  it.each(['\n', '\r\n', '\r'])('are the same events however the network cuts them (line breaks %j)', (lineBreak) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(eventText, { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        fc.boolean(),
        (events, cuts, isEnded) => {
          const texts = events.map((lines) => lines.join(lineBreak))
          const body = Buffer.from(texts.join(lineBreak.repeat(2)) + (isEnded && texts.length > 0 ? lineBreak.repeat(2) : ''))
          const at = [0, ...cuts.map((cut) => Math.min(cut, body.length)).toSorted((a, b) => a - b), body.length]
          const pieces = at.slice(1).map((to, index) => body.subarray(at[index], to))
          const result = cutAll('blank-line', pieces)
          expect(result.events).toEqual(texts)
          expect(result.bytes).toEqual(body)
        },
      ),
    )
  })

  it('come with the bytes that end them, and nothing is kept back', () => {
    const cutter = createEventCutter('blank-line')
    const cut = (text: string) => cutter.push(Buffer.from(text)).map(({ bytes, events }) => [bytes.toString(), ...events])
    expect(cut('data: 1\n\ndata: 2\n\nda')).toEqual([['data: 1\n\n', 'data: 1'], ['data: 2\n\n', 'data: 2'], ['da']])
    expect(cut('ta: 3')).toEqual([['ta: 3']])
    expect(cut('\n')).toEqual([['\n']])
    expect(cut('\n')).toEqual([['\n', 'data: 3']])
    expect(cutter.rest()).toBeUndefined()
  })

  it('are lines of NDJSON, and the whole of a body', () => {
    expect(cutAll('line', [Buffer.from('{"a"'), Buffer.from(':1}\n{"b":2}\n\n'), Buffer.from('{}')]).events).toEqual([
      '{"a":1}',
      '{"b":2}',
      '{}',
    ])
    expect(cutAll('body', [Buffer.from('{\n\n'), Buffer.from('}\n')]).events).toEqual(['{\n\n}'])
  })
})
