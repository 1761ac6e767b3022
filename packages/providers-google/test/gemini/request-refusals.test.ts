import type { AssistantMessage, Conversation, Message, Piece, Target } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { wire } from './chunks.ts'

const flash: Target = { provider: 'google', wire: 'gemini', model: 'gemini-2.5-flash' }
const three: Target = { ...flash, model: 'gemini-3-flash-preview' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const write = (rest: Partial<Conversation>, target = flash) => wire.writeRequest!({ messages: [user], ...rest }, target)
const partsOf = (...content: Piece[]) =>
  (write({ messages: [{ role: 'user', content }] }).body.contents as { parts: unknown[] }[])[0]?.parts

describe('contents that Google would refuse', () => {
  it.each([
    ['gemini-3.6-flash', true],
    ['models/gemini-3.5-flash-lite-preview', true],
    ['gemini-3.8-flash', true],
    ['gemini-3.5-flash', false],
    ['gemini-2.5-flash', false],
  ])('end with a message of the model, for %s: %s', (model, isRefused) => {
    const begun: AssistantMessage = { role: 'assistant', items: [{ type: 'block', channel: 'answer', text: 'It is', boundary: 'wire' }] }
    const target = { ...flash, model }
    const { refusals } = wire.replay!({ messages: [user, begun] }, target)
    expect(refusals).toEqual(isRefused ? [expect.stringContaining('refuses to continue')] : [])
    expect(wire.replay!({ messages: [user, begun, user] }, target).refusals).toEqual([])
  })

  it('have no parts, be it that all of them were of another cloud', () => {
    const body = {
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [{ text: '', thoughtSignature: 's' }] },
        { role: 'user', parts: [{ text: 'r' }] },
      ],
    }
    const read = wire.readRequest!(body, flash)
    const contents = wire.writeRequest!(read, { ...flash, provider: 'google-vertex' }).body.contents as { parts?: unknown[] }[]
    expect(contents.map(({ parts }) => parts?.length)).toEqual([1, 1])
  })

  it('have empty texts', () => {
    expect(partsOf({ type: 'text', text: '' }, { type: 'text', text: 'a' })).toEqual([{ text: 'a' }])
    const system: Message = { role: 'system', content: [{ type: 'text', text: '' }] }
    expect(write({ messages: [system, user] }).body).not.toHaveProperty('systemInstruction')
  })

  it('have media among the instructions', () => {
    const system: Message = {
      role: 'system',
      content: [
        { type: 'text', text: 's' },
        { type: 'image', source: { type: 'data', data: 'AA==', mediaType: 'image/png' } },
      ],
    }
    const { body, notCarried } = write({ messages: [system, user] })
    expect(body.systemInstruction).toEqual({ parts: [{ text: 's' }] })
    expect(notCarried).toEqual(['media in instructions'])
  })
})

describe('calls', () => {
  it('without arguments may say so, and are calls in every format', () => {
    const body = {
      contents: [
        { role: 'user', parts: [{ text: 'q' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f', args: null } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'r' } } }] },
      ],
    }
    const read = wire.readRequest!(body, flash)
    expect((read.messages[1] as AssistantMessage).items).toMatchObject([{ type: 'tool-call', name: 'f', arguments: '' }])
    expect(wire.writeRequest!(read, flash).body).toEqual(body)
  })
})

describe('media', () => {
  it.each<[string, Piece, unknown]>([
    [
      'the type by the address',
      { type: 'image', source: { type: 'url', url: 'https://x/y.webp?z=1' } },
      { fileData: { fileUri: 'https://x/y.webp?z=1', mimeType: 'image/webp' } },
    ],
    [
      'some type of an image',
      { type: 'image', source: { type: 'url', url: 'https://x/y' } },
      { fileData: { fileUri: 'https://x/y', mimeType: 'image/jpeg' } },
    ],
    [
      'the type of a document',
      { type: 'file', source: { type: 'url', url: 'https://x/y.PDF' } },
      { fileData: { fileUri: 'https://x/y.PDF', mimeType: 'application/pdf' } },
    ],
    [
      'none of a film',
      { type: 'file', source: { type: 'url', url: 'https://www.youtube.com/watch?v=1' } },
      { fileData: { fileUri: 'https://www.youtube.com/watch?v=1' } },
    ],
    [
      'what an address holds itself',
      { type: 'image', source: { type: 'url', url: 'data:image/gif;base64,AA==' } },
      { inlineData: { mimeType: 'image/gif', data: 'AA==' } },
    ],
  ])('have %s', (_, piece, part) => expect(partsOf(piece)).toEqual([part]))

  it('that Google keeps are no files for another provider, and not at the other cloud', () => {
    const uri = 'https://generativelanguage.googleapis.com/v1beta/files/x'
    const body = { contents: [{ role: 'user', parts: [{ text: 'q' }, { fileData: { fileUri: uri, mimeType: 'image/png' } }] }] }
    const read = wire.readRequest!(body, flash)
    expect(read.messages[0]).toMatchObject({ content: [{}, { type: 'image', source: { type: 'id', id: uri } }] })
    expect(wire.writeRequest!(read, flash).body).toEqual(body)
    const { body: written, notCarried } = wire.writeRequest!(read, { ...flash, provider: 'google-vertex' })
    expect(written).toEqual({ contents: [{ role: 'user', parts: [{ text: 'q' }] }] })
    expect(notCarried).toEqual(['files that another provider keeps'])
  })

  it('in results stand inside where Gemini 3 takes them, else beside', () => {
    const image: Piece = { type: 'image', source: { type: 'data', data: 'AA==', mediaType: 'image/png' } }
    const link: Piece = { type: 'image', source: { type: 'url', url: 'https://x/y.png' } }
    const messages: Message[] = [
      user,
      { role: 'assistant', items: [{ type: 'tool-call', id: 'a', name: 'f', arguments: '{}', boundary: 'wire' }] },
      { role: 'tool', call: 'a', content: [image, link] },
    ]
    const last = (target: Target) =>
      (write({ messages }, target).body.contents as { parts: Record<string, Record<string, unknown>>[] }[])[2]!.parts
    expect(last(three)[0]?.functionResponse?.parts).toEqual([{ inlineData: { mimeType: 'image/png', data: 'AA==' } }])
    expect(last(three)).toHaveLength(2)
    expect(last(flash)[0]?.functionResponse).not.toHaveProperty('parts')
    expect(last(flash)).toHaveLength(3)
  })
})

describe('settings that Google would refuse', () => {
  const tools = [{ type: 'function' as const, name: 'get-it' }]

  it('are a choice of tools where there are none, or of one by another name', () => {
    expect(write({ toolChoice: 'required' }).body).not.toHaveProperty('toolConfig')
    const choice = write({ tools, toolChoice: { name: 'functions.get_it' } }).body.toolConfig
    expect(choice).toEqual({ functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get-it'] } })
  })

  it('are JSON beside functions, before Gemini 3', () => {
    const asked: Partial<Conversation> = { tools, responseFormat: { type: 'json' } }
    const { body, notCarried } = write(asked)
    expect(body).not.toHaveProperty('generationConfig')
    expect(notCarried).toEqual([expect.stringContaining('beside functions')])
    expect(write(asked, three).body).toMatchObject({ generationConfig: { responseMimeType: 'application/json' } })
  })

  it('are more than five stop sequences', () => {
    const { body, notCarried } = write({ sampling: { stop: [...'abcdef'] } })
    expect(body.generationConfig).toEqual({ stopSequences: [...'abcde'] })
    expect(notCarried).toEqual(['more than five stop sequences'])
  })

  it('are a cache of another model or cloud', () => {
    const read = wire.readRequest!({ contents: [{ role: 'user', parts: [{ text: 'q' }] }], cachedContent: 'cachedContents/x' }, flash)
    expect(wire.writeRequest!(read, flash).body).toHaveProperty('cachedContent')
    for (const target of [three, { ...flash, provider: 'google-vertex' }]) {
      const { body, notCarried } = wire.writeRequest!(read, target)
      expect(body).not.toHaveProperty('cachedContent')
      expect(notCarried).toEqual(['a cache that another model or provider keeps'])
    }
  })

  it('but a result may begin where a cache holds its call', () => {
    const body = {
      contents: [{ role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'r' } } }] }],
      cachedContent: 'cachedContents/x',
    }
    expect(wire.writeRequest!(wire.readRequest!(body, flash), flash).body).toEqual(body)
  })
})

describe('settings that only another format knows', () => {
  it('are named as lost', () => {
    const extra = { wire: 'openai-responses', fields: { text: { verbosity: 'low' }, store: true } }
    expect(write({ extra }).notCarried).toEqual(['the setting text.verbosity', 'the setting store'])
  })
})
