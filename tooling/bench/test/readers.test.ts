import { anthropicMessages } from '@reason/providers-anthropic'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { describe, expect, it } from 'vitest'
import { aiSdkProvider, bare, official, ours } from '../src/readers/runners.ts'
import { chatStream, messagesStream, responsesStream } from '../src/readers/streams.ts'

describe('readers of the benchmark', () => {
  it.each([
    ['bare', () => bare(chatStream(100).reads)],
    ['official', () => official(chatStream(100).reads)],
    ['AI SDK', () => aiSdkProvider(chatStream(100).reads)],
    ['chat', () => ours(openaiChat(), chatStream(100).reads)],
    ['Responses', () => ours(openaiResponses(), responsesStream(100).reads)],
    ['Messages', () => ours(anthropicMessages(), messagesStream(100).reads)],
  ])('%s sees every delta', async (_, read) => expect(await read()).toEqual({ reasoning: 50, answer: 50 }))
})
