import { GoogleGenAI, type GenerateContentResponse } from '@google/genai'
import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { serve } from '@reason/testkit/serve'
import { chunk, outline, read, wire, writeText } from './chunks.ts'

const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 2, thoughtsTokenCount: 3, totalTokenCount: 10 }
const parts = read([
  chunk([{ text: 'let me see', thought: true }]),
  chunk([{ text: 'Hello', thoughtSignature: 'UzE=' }]),
  chunk([{ text: ' wörld\n😀' }]),
  chunk([{ executableCode: { language: 'PYTHON', code: '1' } }]),
  chunk([{ functionCall: { name: 'f', id: 'c1', args: { a: [1] } }, thoughtSignature: 'UzI=' }], 'STOP', { usageMetadata }),
])
const request = { model: 'gemini-x', contents: 'hi' }

async function client(body: string, type?: string) {
  const { url } = await serve(body, type)
  return new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } })
}

const partsOf = (responses: GenerateContentResponse[]) => responses.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])

describe("Google's own client", () => {
  test('reads chunks', async () => {
    const ai = await client(writeText(parts))
    const responses: GenerateContentResponse[] = []
    for await (const response of await ai.models.generateContentStream(request)) responses.push(response)
    expect(partsOf(responses)).toEqual([
      { text: 'let me see', thought: true },
      { text: 'Hello', thoughtSignature: 'UzE=' },
      { text: ' wörld\n😀' },
      { executableCode: { language: 'PYTHON', code: '1' } },
      { functionCall: { name: 'f', id: 'c1', args: { a: [1] } }, thoughtSignature: 'UzI=' },
      { text: '' },
    ])
    const last = responses.at(-1)
    expect([last?.candidates?.[0]?.finishReason, last?.usageMetadata, last?.responseId, last?.modelVersion]).toEqual([
      'STOP',
      usageMetadata,
      'r1',
      'gemini-x',
    ])

    // Our reader accepts the values that the client yields.
    const again = read(responses)
    expect(outline(again)).toEqual(outline(parts))
    expect(again.some((part) => part.type === 'warning')).toBe(false)
  })

  test('reads a whole body', async () => {
    const ai = await client(JSON.stringify(wire.writeResponse(parts)), 'application/json')
    const response = await ai.models.generateContent(request)
    expect([response.text, response.functionCalls]).toEqual(['Hello wörld\n😀', [{ name: 'f', id: 'c1', args: { a: [1] } }]])
    expect(outline(wire.readResponse(response))).toEqual(outline(parts))
    expect(JSON.stringify(wire.readResponse(response))).not.toContain('sdkHttpResponse')
  })

  test('takes an error in the stream for one, and what came before it', async () => {
    const broken: Part[] = [
      ...parts.slice(0, 4),
      { type: 'error', error: { message: 'overloaded', code: 'UNAVAILABLE', status: 503 } },
      { type: 'end' },
    ]
    const ai = await client(writeText(broken))
    const seen: string[] = []
    const reading = (async () => {
      for await (const response of await ai.models.generateContentStream(request))
        seen.push(response.candidates?.[0]?.content?.parts?.[0]?.text ?? '')
    })()
    await expect(reading).rejects.toMatchObject({ status: 503 })
    expect(seen).toEqual(['let me see'])
  })

  test('keeps the history of a chat, which it does only for chunks that it finds whole', async () => {
    const ai = await client(writeText(parts))
    const chat = ai.chats.create({ model: 'gemini-x' })
    for await (const _ of await chat.sendMessageStream({ message: 'hi' }));
    expect(
      chat
        .getHistory(true)
        .slice(1)
        .flatMap(({ parts }) => parts ?? []),
    ).toContainEqual({ text: 'Hello', thoughtSignature: 'UzE=' })
  })
})
