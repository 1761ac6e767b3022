import { checkCapture, type Capture } from '@reason/conformance/captures'
import { ReasonError, type Part, type WireFormat } from '@reason/core'
import type { FullWireFormat } from '@reason/core/wire'
import type { Target } from '@reason/core/conversation'
import { createFrameEncoder, type Framing } from '@reason/core/framing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deep } from './any-json.ts'
import { atOnce } from './at-once.ts'
import { resultOf } from './outline.ts'

/** Hostile input for the reader of a format. */
export interface Hostile {
  /** Framing of streams. Default `sse`. */
  framing?: Framing
  /** A response may have several choices. */
  hasChoices?: boolean
  /** A realistic event with faults. */
  event: fc.Arbitrary<unknown>
  /** A realistic whole body with faults. Default: `event`. */
  body?: fc.Arbitrary<unknown>
  /** The events of a valid response. */
  stream: readonly unknown[]
  /** Events and bodies that contain a cyclic object. */
  around: (cycle: object) => readonly unknown[]
  /** Events and bodies that contain deeply nested JSON. */
  aroundJson: (json: string) => readonly string[]
  /** Events and bodies with `"__proto__":{"polluted":1}` in their objects. */
  polluted: readonly string[]
}

/** Tests that for any input, the reader neither throws nor hangs, and its parts are well-formed and can be written. */
export function describeHostile(wire: WireFormat, hostile: Hostile): void {
  const { framing = 'sse', hasChoices = false, event, body = event, stream, aroundJson } = hostile
  const { read, readFrames, readText, readBody, write, writeValues } = atOnce(wire, framing)

  describe('whatever is sent', () => {
    test('parts are well-formed, there is one finish, and the stream ends once', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 10 }), async (events) => {
          expect(await problemsOf(wire, framing, encode(events))).toEqual([])
          const finishes = read(events).flatMap((part) => (part.type === 'finish' ? [part.choice ?? 0] : []))
          if (hasChoices) expect([finishes.length > 0, new Set(finishes).size]).toEqual([true, finishes.length])
          else expect(finishes).toEqual([0])
        }),
        { numRuns: 200 },
      )
    })

    test('what was read of it can be written, streamed and whole', () => {
      fc.assert(
        fc.property(fc.array(event, { maxLength: 10 }), (events) => checkWriting(read(events))),
        { numRuns: 200 },
      )
    })

    test('a body is cut anywhere, with events lost, repeated and in another order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...stream), { maxLength: 16 }), fc.nat(4000), async (events, cut) => {
          expect(await problemsOf(wire, framing, encode(events).slice(0, cut))).toEqual([])
        }),
        { numRuns: 100 },
      )
    })

    test('whole bodies end once', () => {
      fc.assert(
        fc.property(body, (value) => {
          const parts = readBody(value)
          expect(parts.at(-1)).toEqual({ type: 'end' })
          expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
        }),
        { numRuns: 200 },
      )
    })

    test('values that are no JSON at all: cycles, functions, symbols; and nothing after the end', () => {
      const cycle: Record<string, unknown> = {}
      cycle.self = cycle
      const odd = [...hostile.around(cycle), cycle, () => 1, Symbol('x'), 1n, undefined, Number.NaN, [], [[]], new Map()]
      const reader = wire.createReader()
      for (const value of [...odd, ...odd]) expect(() => reader.push(value)).not.toThrow()
      expect(reader.end().at(-1)).toEqual({ type: 'end' })
      expect([...stream.map((one) => reader.push(one)), reader.pushFrame({ data: 'x' }), reader.end()].flat()).toEqual([])
      for (const value of odd) {
        for (const parts of [read([value]), readBody(value)]) {
          expect(() => writeValues(parts, { native: 'all' })).not.toThrow()
          expect(() => wire.writeResponse(parts, { native: 'all' })).not.toThrow()
        }
      }
    })

    test('JSON that is nested deeper than a recursion would survive', () => {
      const encoder = createFrameEncoder(framing)
      for (const data of [deep(), deep(20_000, ['{"a":', '}']), ...[deep(), `{"a":${deep()}}`].flatMap(aroundJson)]) {
        const parts = readText(encoder.push({ data }))
        expect(parts.at(-1)).toEqual({ type: 'end' })
        expect(() => write(parts, { native: 'all' })).not.toThrow()
      }
    })

    test('nothing of it changes the prototype of objects', () => {
      for (const value of hostile.polluted.map((text) => JSON.parse(text) as unknown)) {
        for (const parts of [readBody(value), read([value, value])]) {
          checkWriting(parts)
          expect((wire.writeResponse(parts, { native: 'all' }) as { polluted?: number }).polluted).toBeUndefined()
        }
      }
      expect(({} as { polluted?: number }).polluted).toBeUndefined()
    })
  })

  function encode(events: readonly unknown[]): string {
    const encoder = createFrameEncoder(framing)
    return events.map((value) => encoder.push({ data: value === '[DONE]' ? value : JSON.stringify(value) })).join('')
  }

  function checkWriting(parts: readonly Part[]): void {
    for (const native of ['none', 'safe', 'all'] as const) {
      expect(() => writeValues(parts, { native })).not.toThrow()
      expect(readFrames(write(parts, { native })).at(-1)).toEqual({ type: 'end' })
      expect(() => JSON.stringify(wire.writeResponse(parts, { native }))).not.toThrow()
    }
  }
}

/**
 * Tests that a stream that is cut after any event loses nothing that came before.
 *
 * @param pieces - Texts of the events, in order. Each is a JSON string in an event of its own.
 */
export function testCuts(
  wire: WireFormat,
  events: readonly unknown[],
  pieces: { reasoning: string[]; answer: string[]; arguments: string[] },
): void {
  test('nothing that came before a cut is lost', () => {
    for (let count = 0; count <= events.length; count++) {
      const result = resultOf(atOnce(wire).read(events.slice(0, count)))
      const sent = JSON.stringify(events.slice(0, count))
      const came = (all: readonly string[]) => all.filter((piece) => sent.includes(JSON.stringify(piece))).join('')
      expect([result.reasoning, result.answer, result.toolCalls[0]?.arguments ?? '']).toEqual([
        came(pieces.reasoning),
        came(pieces.answer),
        came(pieces.arguments),
      ])
    }
  })
}

/** Tests that any request can be read, and that `writeRequest` throws exactly if `replay` lists refusals. */
export function testOddRequests(wire: FullWireFormat, body: fc.Arbitrary<object>, targets: readonly Target[]): void {
  test('are read without a failure, and written or refused', () => {
    fc.assert(
      fc.property(body, fc.constantFrom(...targets), (value, target) => {
        const conversation = wire.readRequest(value)
        const { refusals } = wire.replay(conversation, target)
        try {
          wire.writeRequest(conversation, target)
          expect(refusals).toEqual([])
        } catch (error) {
          expect(ReasonError.is(error)).toBe(true)
          expect(refusals).not.toEqual([])
        }
      }),
    )
  })
}

/** Checks the parts of any response with the rules of the conformance kit. */
export async function problemsOf(
  wire: WireFormat,
  format: string,
  body: string | Uint8Array,
  decoder?: NonNullable<Parameters<typeof checkCapture>[2]>['decoder'],
): Promise<unknown[]> {
  const capture: Capture = {
    id: 'hostile',
    wire: wire.id,
    format,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    expected: [],
  }
  return checkCapture(wire, capture, { randomCuttings: 1, ...(decoder && { decoder }) })
}
