import type { WireFormat } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { recogniseInput, type RecognisedInput } from '../src/index.ts'

/** A format whose events have this field. Recognition asks for nothing else of a format. */
const formatOf = (id: string, field: string): WireFormat =>
  ({
    kind: 'wire',
    id,
    recognise: (event) => (field in event ? { provider: 'house' } : undefined),
    createReader: () => ({}),
  }) as Partial<WireFormat> as WireFormat

const formats = async (): Promise<WireFormat[]> => [formatOf('spoken', 'say'), formatOf('sung', 'sing')]

async function* pieces(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield typeof text === 'string' ? Buffer.from(text) : text
}

async function recognise(...texts: (string | Uint8Array)[]) {
  const { look, bytes } = await recogniseInput(pieces(...texts), formats)
  const all: Uint8Array[] = []
  for await (const piece of bytes) all.push(piece)
  return { look, all: Buffer.concat(all) }
}

describe('an input is recognised by its beginning', () => {
  it.each<[string, (string | Uint8Array)[], RecognisedInput['look']]>([
    ['a stream', ['data: {"say":"Hi"}\n\n'], { kind: 'format', wire: 'spoken', framing: 'sse', provider: 'house' }],
    ['a stream that is cut', ['da', `ta: {"say":"Hi"}\n\n`], { kind: 'format', wire: 'spoken', framing: 'sse', provider: 'house' }],
    ['a document', ['{"sing":"Hi"}'], { kind: 'format', wire: 'sung', framing: 'json', provider: 'house' }],
    [
      'a document in UTF-16',
      [Buffer.from(`\uFEFF{"sing":"Hi"}`, 'utf16le')],
      { kind: 'format', wire: 'sung', framing: 'json', provider: 'house' },
    ],
    [
      'a document in UTF-16 whose mark is cut',
      [Uint8Array.of(0xff), Buffer.from(`\uFEFF{"sing":"Hi"}`, 'utf16le').subarray(1)],
      { kind: 'format', wire: 'sung', framing: 'json', provider: 'house' },
    ],
    ['an error', ['{"error":{"message":"no"}}'], { kind: 'error', framing: 'json' }],
    ['JSON of no format', ['{"a":1}'], { kind: 'unknown', framing: 'json', first: { a: 1 } }],
    ['a request', ['{"model":"m","input":"Hi"}'], { kind: 'request', framing: 'json', first: { model: 'm', input: 'Hi' } }],
    [
      'two lines of requests',
      ['{"model":"m","input":"Hi"}\n'.repeat(2)],
      { kind: 'unknown', framing: 'ndjson', first: { model: 'm', input: 'Hi' } },
    ],
    ['a large document', [`{"a":"${'x'.repeat(8 * 1024 * 1024)}`], { kind: 'large' }],
    ['text', ['Hello'], undefined],
    ['text with a bracket', ['[THINK]Hm.[/THINK]'], undefined],
    ['nothing', [], { kind: 'empty' }],
  ])('%s', async (_, texts, look) => {
    const found = await recognise(...texts)
    expect(found.look).toEqual(look)
    // Nothing of the input is lost.
    expect(found.all.equals(Buffer.concat(texts.map((text) => Buffer.from(text as string))))).toBe(true)
  })

  it('loads no format for text', async () => {
    const { look } = await recogniseInput(pieces('Hello, world'), () => Promise.reject(new Error('loaded')))
    expect(look).toBeUndefined()
  })
})
