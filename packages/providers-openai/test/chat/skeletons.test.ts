import type { Part } from '@reason/core'
import { createFrameDecoder } from '@reason/core/framing'
import type { DeltaPart } from '@reason/core/parts'
import type { TextFrame } from '@reason/core/wire'
import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'

const texts = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'a',
      'Hello',
      ' there',
      'content',
      '"',
      '","content":"x',
      '\\',
      '\\u0041',
      '\n',
      '{}',
      'é',
      '😀',
      '\ud83d',
      '\ude00',
      '\u2028',
      '',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }) },
)

/** All the ways in which servers write a string. */
const literals = fc.tuple(texts, fc.constantFrom('plain', 'ascii', 'slashes')).map(([text, style]) => {
  const json = JSON.stringify(text)
  if (style === 'plain') return json
  if (style === 'slashes') return json.replaceAll('/', '\\/').replaceAll('e', '\\u0065')
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
})

/** Two fields often say the same. */
const few = fc.constantFrom('"a"', '"b"')

const fields = fc.constantFrom('content', 'reasoning_content', 'reasoning', 'reasoning_text')
const choice = (index: number, delta: string, rest = '"finish_reason":null'): string => `{"index":${index},"delta":{${delta}},${rest}}`
const event = (choices: string, rest = ''): string =>
  `{"id":"c1","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[${choices}]${rest}}`
const indexes = fc.constantFrom(0, 0, 0, 1, 2)

/** Common frames, frames that nearly look like them, and frames that change the meaning of the next one. */
const frames = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(indexes, fields, literals).map(([index, field, literal]) => event(choice(index, `"${field}":${literal}`))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(indexes, literals)
      .map(([index, literal]) => event(choice(index, `"role":"assistant","content":${literal},"tool_calls":null`))),
  },
  { weight: 2, arbitrary: fc.tuple(literals, literals).map(([a, b]) => event(choice(0, `"content":${a},"content":${b}`))) },
  { weight: 4, arbitrary: fc.tuple(few, few).map(([a, b]) => event(choice(0, `"reasoning_content":${a},"reasoning":${b}`))) },
  { weight: 2, arbitrary: fc.tuple(literals, literals).map(([a, b]) => event(choice(0, `"reasoning":${a},"content":${b}`))) },
  {
    weight: 1,
    arbitrary: fc.tuple(literals, literals).map(([a, b]) => event(`${choice(0, `"content":${a}`)},${choice(1, `"content":${b}`)}`)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(literals, literals)
      .map(([a, b]) => event(choice(0, `"reasoning":${a},"reasoning_details":[{"type":"reasoning.text","text":${b},"index":0}]`))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(literals, fc.nat(3))
      .map(([literal, n]) => event(choice(0, `"content":${literal}`)).replace('1700000000', `170000000${n}`)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(literals, literals)
      .map(([literal, padding]) => event(choice(0, `"content":${literal}`), `,"obfuscation":${padding}`)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(indexes, literals, fc.constantFrom('stop', 'length', ''))
      .map(([index, literal, word]) => event(choice(index, `"reasoning_content":${literal}`, `"finish_reason":"${word}"`))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(indexes, fc.constantFrom('stop', 'length'))
      .map(([index, word]) => event(choice(index, '', `"finish_reason":"${word}"`))),
  },
  {
    weight: 1,
    arbitrary: literals.map((literal) =>
      event(choice(0, `"content":${literal}`, `"finish_reason":null,"logprobs":{"content":[{"token":${literal}}]}`)),
    ),
  },
  {
    weight: 1,
    arbitrary: literals.map((literal) =>
      event(choice(0, `"content":${literal}`), `,"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}`),
    ),
  },
  {
    weight: 1,
    arbitrary: literals.map((literal) =>
      event(choice(0, `"tool_calls":[{"index":0,"id":"t","function":{"name":"f","arguments":${literal}}}]`)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(literals, fc.constantFrom('fp_1', 'fp_2'))
      .map(([literal, print]) => event(choice(0, `"content":${literal}`), `,"system_fingerprint":"${print}"`)),
  },
  { weight: 1, arbitrary: literals.map((literal) => event(choice(0, `"content":[{"type":"text","text":${literal}}]`))) },
  { weight: 1, arbitrary: literals.map((literal) => event(choice(0, `"content":${literal}`), `,"error":{"message":"no"}`)) },
  { weight: 1, arbitrary: literals.map((literal) => event(choice(0, `"content":${literal}`)).slice(0, -3)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[DONE]',
      '',
      'nonsense',
      '{"choices":[]}',
      '{"error":{"message":"broken"}}',
      '[{"error":"x"}]',
      '{"object":"ping"}',
    ),
  },
)

/** A thought in pieces, and details that come alone, and may repeat it. */
const repetition = fc.tuple(fc.array(fc.constantFrom('a', 'b'), { minLength: 2, maxLength: 6 }), fc.nat(3)).map(([pieces, rest]) => {
  const details = event(choice(0, `"reasoning_details":[{"type":"reasoning.text","text":"${pieces.slice(rest).join('')}","index":0}]`))
  return [...pieces.map((piece) => event(choice(0, `"reasoning":"${piece}"`))), details]
})

/** Frames that come several times, with other texts in between or without. */
const streams = fc
  .array(fc.oneof({ weight: 12, arbitrary: fc.tuple(frames, fc.integer({ min: 1, max: 4 })) }, { weight: 1, arbitrary: repetition }), {
    maxLength: 40,
  })
  .map((list) => list.flatMap((one) => (typeof one[1] === 'number' ? Array<string>(one[1]).fill(one[0]!) : (one as string[]))))

/** A reader that reads every frame as if it were the first. It learns nothing from an event that is pushed as a value. */
function readSlowly(stream: readonly string[]): readonly (readonly Part[])[] {
  const reader = openaiChat().createReader()
  return [
    ...stream.map((data) => {
      const value = parse(data)
      return value === undefined || value === null ? reader.pushFrame({ data }) : reader.push(value)
    }),
    reader.end(),
  ]
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

test('frames that are read by their text alone say what they say when they are read as a whole', () => {
  fc.assert(
    fc.property(streams, (stream) => {
      const reader = openaiChat().createReader()
      const parts = [...stream.map((data) => reader.pushFrame({ data })), reader.end()]
      expect(parts).toEqual(readSlowly(stream))
    }),
    { numRuns: runs(1500) },
  )
})

test('however the body is cut', () => {
  const oneLine = streams.map((stream) => stream.filter((data) => data !== ''))
  fc.assert(
    fc.property(oneLine, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 30 }), (stream, lengths) => {
      const body = stream.map((data) => `data: ${data}\n\n`).join('')
      const decoder = createFrameDecoder('sse')
      const reader = openaiChat().createReader()
      const parts: Part[] = []
      for (let at = 0, index = 0; at < body.length; index++) {
        const length = lengths[index % lengths.length]!
        for (const frame of decoder.push(body.slice(at, at + length))) parts.push(...reader.pushFrame(frame))
        at += length
      }
      for (const frame of decoder.end()) parts.push(...reader.pushFrame(frame))
      parts.push(...reader.end())
      expect(parts).toEqual(readSlowly(stream).flat())
    }),
    { numRuns: runs(300) },
  )
})

test('frames that were forwarded unread leave the reader as if it had read them', () => {
  fc.assert(
    fc.property(streams, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (stream, coins) => {
      const reader = openaiChat().createReader()
      const parts: Part[] = []
      let waiting: DeltaPart | undefined
      for (const [index, data] of stream.entries()) {
        const shape = reader.textFrame?.()
        const text = shape !== undefined && coins[index % coins.length]! ? textOf(data, shape) : undefined
        if (text !== undefined) {
          waiting = { ...shape!.part, text: (waiting?.text ?? '') + text }
          continue
        }
        if (waiting !== undefined) parts.push(waiting)
        if (waiting !== undefined) reader.skipped!(waiting)
        waiting = undefined
        parts.push(...reader.pushFrame({ data }))
      }
      if (waiting !== undefined) parts.push(waiting)
      expect(joined([...parts, ...reader.end()])).toEqual(joined(readSlowly(stream).flat()))
    }),
    { numRuns: runs(1500) },
  )
})

function textOf(data: string, { before, after }: TextFrame): string | undefined {
  const literal = data.slice(before.length, -after.length)
  return literal !== '' && before + literal + after === data && !/["\\]/.test(literal) ? literal : undefined
}

/** Joins deltas of one block that follow each other. */
function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (part.type === 'delta' && last?.type === 'delta' && last.block === part.block && last.choice === part.choice)
      out[out.length - 1] = { ...last, text: last.text + part.text }
    else out.push(part)
  }
  return out
}
