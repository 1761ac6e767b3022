import { createAccumulator, type Part, type TextAdapter, type WireFormat } from '@reason/core'
import { plain } from '@reason/core/adapter'
import { describe, expect, it } from 'vitest'
import {
  createBodyDecoder,
  createBodyEncoder,
  createDocumentWriter,
  createStreamWriter,
  createTextReader,
  createWireReader,
  type PartReader,
} from '../src/index.ts'

/** A format of one line per word: `{"word":"Hi"}`, and `{"over":true}` at the end. A document is the list of its words. */
const words: WireFormat = {
  kind: 'wire',
  id: 'words',
  specVersion: 1,
  capabilities: {},
  createReader: () => {
    let begun = false
    return {
      push,
      pushFrame: ({ data }) => push(JSON.parse(data)),
      end: () => [{ type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' }, { type: 'end' }],
    }

    function push(event: unknown): Part[] {
      const { word } = event as { word?: string }
      const first: Part[] = begun
        ? []
        : [
            { type: 'start', model: 'parrot' },
            { type: 'block-start', block: 0, channel: 'answer' },
          ]
      begun = true
      return [...first, ...(word === undefined ? [] : [{ type: 'delta' as const, block: 0, channel: 'answer' as const, text: word }])]
    }
  },
  createWriter: () => ({
    push: (part) => (part.type === 'delta' ? [{ data: JSON.stringify({ word: part.text }) }] : []),
    end: () => [{ data: '{"over":true}' }],
  }),
  readResponse: (body) => [
    { type: 'start', model: 'parrot' },
    { type: 'block-start', block: 0, channel: 'answer' },
    { type: 'delta', block: 0, channel: 'answer', text: (body as string[]).join('') },
    { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
    { type: 'end' },
  ],
  writeResponse: (parts) => [...parts].flatMap((part) => (part.type === 'delta' ? [part.text] : [])),
}

function read(reader: PartReader, bytes: Uint8Array, length: number): { answer: string; reasoning: string | null; parts: readonly Part[] } {
  const parts: Part[] = []
  for (let from = 0; from < bytes.length; from += length) parts.push(...reader.push(bytes.subarray(from, from + length)))
  parts.push(...reader.end())
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  const { answer, reasoning } = accumulator.snapshot()
  return { answer, reasoning, parts }
}

/** All that comes before a bar is reasoning. */
const bars: TextAdapter = {
  ...plain(),
  id: 'bars',
  createSplitter() {
    let text = ''
    return {
      push(piece) {
        text += piece
        return []
      },
      end: () =>
        text.split('|').flatMap((said, block, all): Part[] => {
          const channel = block + 1 === all.length ? 'answer' : 'reasoning'
          return [
            { type: 'block-start', block, channel },
            { type: 'delta', block, channel, text: said },
            { type: 'block-end', block, channel, boundary: 'wire' },
          ]
        }),
    }
  },
}

it.each([1, 3, 1000])('what is read is split by the adapter that was chosen, in pieces of %i bytes', (length) => {
  const decoder = createBodyDecoder('ndjson')
  const reader = createWireReader({ wire: words, decoder, whole: false, name: 'saved.jsonl', splitFor: () => ({ adapter: bars }) })
  const body = '{"word":"Hm.|"}\n{"word":"Hi."}\n{"over":true}\n'
  expect(read(reader, Buffer.from(body), length)).toMatchObject({ answer: 'Hi.', reasoning: 'Hm.' })
})

it('a response with more than a thousand choices is refused', () => {
  const many: WireFormat = {
    ...words,
    createReader: () => ({
      push: () => [],
      pushFrame: ({ data }) => [{ type: 'block-start', choice: Number(data), block: 0, channel: 'answer' }],
      end: () => [{ type: 'end' }],
    }),
  }
  const read = (choices: number): void => {
    const reader = createWireReader({
      wire: many,
      decoder: createBodyDecoder('ndjson'),
      whole: false,
      name: 'saved.jsonl',
      splitFor: () => ({ adapter: plain() }),
    })
    reader.push(Buffer.from(Array.from({ length: choices }, (_, i) => `${i}\n`).join('')))
  }
  expect(() => read(1000)).not.toThrow()
  expect(() => read(1001)).toThrow('saved.jsonl has more than 1000 choices.')
})

it('a text that ends within a character keeps all that is whole, and says where it broke', () => {
  const bytes = Buffer.from('Hm.|Hé')
  expect(read(createTextReader({ adapter: bars }), bytes, 1)).toMatchObject({ answer: 'Hé', reasoning: 'Hm.' })
  expect(read(createTextReader({ adapter: bars }), bytes.subarray(0, -1), 1)).toMatchObject({ answer: 'H\uFFFD', reasoning: 'Hm.' })
})

describe.each([1, 5, 1000])('a recorded response, in pieces of %i bytes', (length) => {
  it.each([
    ['a stream', false, '{"word":"Hé "}\n{"word":"you"}\n{"over":true}\n', 'Hé you'],
    ['a document', true, '["Hé ","you"]', 'Hé you'],
  ])('%s is read, and its model chooses the adapter', (_, whole, body, answer) => {
    const models: (string | undefined)[] = []
    const splitFor = (model: string | undefined) => {
      models.push(model)
      return { adapter: plain() }
    }
    const decoder = createBodyDecoder(whole ? 'json' : 'ndjson')
    const reader = createWireReader({ wire: words, decoder, whole, name: 'saved.jsonl', splitFor })
    const found = read(reader, Buffer.from(body), length)
    expect(found.answer).toBe(answer)
    expect(found.parts.at(-1)).toEqual({ type: 'end' })
    expect(models).toEqual(['parrot'])
  })

  it('is refused if it is a document and no JSON', () => {
    const options = { wire: words, whole: true, name: 'saved.json', splitFor: () => ({ adapter: plain() }), hint: ' Look.' }
    const reader = createWireReader({ ...options, decoder: createBodyDecoder('json') })
    expect(() => read(reader, Buffer.from('[1'), length)).toThrow(/^saved\.json is not one JSON document: .*\. Look\.$/)
  })

  it('may be the text of a model', () => {
    const { answer, parts } = read(createTextReader({ adapter: plain() }), Buffer.from('\uFEFFHé you'), length)
    expect([answer, parts.at(-1)]).toEqual(['Hé you', { type: 'end' }])
  })
})

describe('parts are written', () => {
  const parts = words.readResponse(['Hé ', 'you'])

  it.each([
    ['as a stream', createStreamWriter(words, createBodyEncoder('ndjson', 'words'), {}), '{"word":"Hé you"}\n{"over":true}\n'],
    ['as a document', createDocumentWriter(words, {}), '[\n  "Hé you"\n]\n'],
  ])('%s', (_, writer, body) => {
    const bytes = Buffer.concat([...parts.map((part) => writer.push([part])), writer.end()])
    expect(bytes.toString('utf8')).toBe(body)
  })
})
