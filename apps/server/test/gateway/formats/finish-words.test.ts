import type { WireFormat } from '@reason/core'
import { describe, expect, it } from 'vitest'
import type { OurWire } from '@reason/gateway/upstreams'
import { wireOf } from '@reason/gateway/test/support/apis'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

type Json = Record<string, unknown>

/** A whole answer of each format that ended with that word. */
const answers: Record<OurWire, (word: string, more?: Json) => Json> = {
  'openai-chat': (word, more) => ({
    id: 'c',
    model: 'm',
    choices: [{ index: 0, message: { content: 'So' }, finish_reason: word, ...more }],
  }),
  'openai-responses': (word, more) => ({
    id: 'r',
    object: 'response',
    status: word,
    output: [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'So' }] }],
    ...more,
  }),
  'anthropic-messages': (word, more) => ({
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'So' }],
    stop_reason: word,
    stop_sequence: null,
    ...more,
  }),
  gemini: (word) => ({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'So' }] }, finishReason: word }] }),
  'gemini-interactions': (word) => ({ id: 'i', status: word, steps: [{ type: 'model_output', content: [{ type: 'text', text: 'So' }] }] }),
  'bedrock-converse': (word) => ({ output: { message: { role: 'assistant', content: [{ text: 'So' }] } }, stopReason: word }),
  cohere: (word) => ({ id: 'c', message: { role: 'assistant', content: [{ type: 'text', text: 'So' }] }, finish_reason: word }),
  ollama: (word) => ({ model: 'm', message: { role: 'assistant', content: 'So' }, done: true, done_reason: word }),
}

const failed = 'an error'

/** The finish of an upstream's answer for each client: in Chat Completions, Responses and Messages. */
function saidOf(from: OurWire, word: string, more: Json, request: Json): string[] {
  const read: WireFormat = wireOf(from)
  const parts = read.readResponse(answers[from](word, more))
  const write = (to: OurWire) => (wireOf(to) as WireFormat).writeResponse(parts, { request }) as Json
  const chat = write('openai-chat') as { error?: unknown; choices: [{ finish_reason: string }] }
  const responses = write('openai-responses') as { status: string; incomplete_details?: { reason: string } | null }
  const messages = write('anthropic-messages') as { error?: unknown; stop_reason: string; stop_sequence: string | null }
  return [
    chat.error === undefined ? chat.choices[0].finish_reason : failed,
    responses.status === 'failed' ? failed : [responses.status, responses.incomplete_details?.reason].filter(Boolean).join(': '),
    messages.error === undefined ? [messages.stop_reason, messages.stop_sequence].filter(Boolean).join(': ') : failed,
  ]
}

describe('a reason to stop is said in the words of each API', () => {
  const full = 'incomplete: max_output_tokens'
  const filtered = 'incomplete: content_filter'
  const cut: [OurWire, string, Json?][] = [
    ['openai-chat', 'length'],
    ['openai-chat', 'MAX_TOKENS'],
    ['openai-responses', 'incomplete', { incomplete_details: { reason: 'max_output_tokens' } }],
    ['anthropic-messages', 'max_tokens'],
    ['gemini', 'MAX_TOKENS'],
    ['gemini-interactions', 'incomplete'],
    ['bedrock-converse', 'max_tokens'],
    ['cohere', 'MAX_TOKENS'],
    ['ollama', 'length'],
  ]
  const ended: [OurWire, string][] = [
    ['openai-chat', 'stop'],
    ['openai-chat', 'COMPLETE'],
    ['openai-responses', 'completed'],
    ['anthropic-messages', 'end_turn'],
    ['gemini', 'STOP'],
    ['gemini-interactions', 'completed'],
    ['bedrock-converse', 'end_turn'],
    ['cohere', 'COMPLETE'],
    ['ollama', 'stop'],
  ]
  const kept: [OurWire, string, Json?][] = [
    ['openai-chat', 'content_filter'],
    ['openai-chat', 'content_filter: PROHIBITED_CONTENT'],
    ['openai-chat', 'SAFETY'],
    ['openai-responses', 'incomplete', { incomplete_details: { reason: 'content_filter' } }],
    ['anthropic-messages', 'refusal'],
    ['gemini', 'SAFETY'],
    ['gemini', 'PROHIBITED_CONTENT'],
    ['bedrock-converse', 'guardrail_intervened'],
    ['bedrock-converse', 'content_filtered'],
  ]
  const broken: [OurWire, string][] = [
    // Google's compatible API, of a call that was none. There is nothing else in the answer.
    ['openai-chat', 'function_call_filter: MALFORMED_FUNCTION_CALL'],
    ['openai-chat', 'MALFORMED_FUNCTION_CALL'],
    ['openai-chat', 'insufficient_system_resource'],
    ['gemini', 'MALFORMED_FUNCTION_CALL'],
    ['bedrock-converse', 'malformed_tool_use'],
    ['cohere', 'TIMEOUT'],
    ['gemini-interactions', 'failed'],
  ]
  const rows: [from: OurWire, word: string, more: Json | undefined, said: string[]][] = [
    ...cut.map(([from, word, more]): (typeof rows)[number] => [from, word, more, ['length', full, 'max_tokens']]),
    ...ended.map(([from, word]): (typeof rows)[number] => [from, word, undefined, ['stop', 'completed', 'end_turn']]),
    ...kept.map(([from, word, more]): (typeof rows)[number] => [from, word, more, ['content_filter', filtered, 'refusal']]),
    ...broken.map(([from, word]): (typeof rows)[number] => [from, word, undefined, [failed, failed, failed]]),
    // Words that one API alone has.
    ['anthropic-messages', 'model_context_window_exceeded', undefined, ['length', full, 'model_context_window_exceeded']],
    ['bedrock-converse', 'model_context_window_exceeded', undefined, ['length', full, 'model_context_window_exceeded']],
    ['openai-chat', 'model_length', undefined, ['length', full, 'model_context_window_exceeded']],
    // A paused turn is no end.
    ['anthropic-messages', 'pause_turn', undefined, ['length', full, 'pause_turn']],
    ['openai-responses', 'incomplete', {}, ['length', 'incomplete', 'max_tokens']],
    [
      'openai-responses',
      'incomplete',
      { incomplete_details: { reason: 'max_tool_calls' } },
      ['length', 'incomplete: max_tool_calls', 'max_tokens'],
    ],
  ]
  it.each(rows)('%s: %s %j', (from, word, more, said) => {
    expect(saidOf(from, word, more ?? {}, {})).toEqual(said)
  })
})

describe('a stop sequence', () => {
  const one = { stop_sequences: ['END'] }
  const two = { stop_sequences: ['END', '\n\n'] }
  const rows: [what: string, from: OurWire, word: string, more: Json, request: Json, said: string][] = [
    ['is named by the provider', 'anthropic-messages', 'stop_sequence', { stop_sequence: 'END' }, two, 'stop_sequence: END'],
    ['is named by the engine', 'openai-chat', 'stop', { stop_reason: 'END' }, two, 'stop_sequence: END'],
    ['is named by the engine', 'openai-chat', 'stop', { matched_stop: '\n\n' }, two, 'stop_sequence: \n\n'],
    ['is the only one that there was', 'cohere', 'STOP_SEQUENCE', {}, one, 'stop_sequence: END'],
    ['is the only one that there was', 'bedrock-converse', 'stop_sequence', {}, one, 'stop_sequence: END'],
    ['is one of two', 'cohere', 'STOP_SEQUENCE', {}, two, 'stop_sequence'],
    ['is one of two', 'bedrock-converse', 'stop_sequence', {}, two, 'stop_sequence'],
    ['was none: the id of a token', 'openai-chat', 'stop', { stop_reason: 151_645 }, one, 'end_turn'],
    ['was none: one of the model itself', 'openai-chat', 'stop', { matched_stop: '<|im_end|>' }, one, 'end_turn'],
    [
      'was none: another word for the end',
      'openai-chat',
      'stop',
      { stop_reason: 'end_turn' },
      { stop_sequences: ['end_turn'] },
      'end_turn',
    ],
    ['did not end what was cut', 'openai-chat', 'length', { stop_reason: 'END' }, one, 'max_tokens'],
    ['is not known where only the end is said', 'ollama', 'stop', {}, one, 'end_turn'],
  ]
  it.each(rows)('%s: %s %s %j %j', (_, from, word, more, request, said) => {
    expect(saidOf(from, word, more, request)).toEqual([word === 'length' ? 'length' : 'stop', expect.any(String), said])
  })

  it('is named in streams, too', () => {
    const chat = wireOf('openai-chat')
    const reader = chat.createReader()
    const chunk = (choice: Json) =>
      JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }] })
    const frames = [chunk({ delta: { content: 'So' } }), chunk({ finish_reason: 'stop', stop_reason: 'END' }), '[DONE]']
    const parts = [...frames.flatMap((data) => reader.pushFrame({ data })), ...reader.end()]
    const writer = wireOf('anthropic-messages').createWriter({ request: two })
    const events = [...parts.flatMap((part) => writer.push(part)), ...writer.end()]
    expect(JSON.parse(events.find(({ event }) => event === 'message_delta')!.data)).toMatchObject({
      delta: { stop_reason: 'stop_sequence', stop_sequence: 'END' },
    })
  })

  it.each([false, true])(
    'comes with what was cleared from the context, as numbers and names alone, for who may see no reasoning (stream: %s)',
    async (stream) => {
      const cleared = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: 900 }
      const said = { applied_edits: [{ ...cleared, summary: 'It was a zebra.' }, 'zebra, too'], note: 'zebra again' }
      const message = answers['anthropic-messages']('end_turn', { context_management: said }) as Json
      const { content, ...head } = message
      const events = [
        { type: 'message_start', message: { ...head, content: [], stop_reason: null, context_management: null } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: (content as { text: string }[])[0]!.text } },
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: 1 },
          context_management: said,
        },
        { type: 'message_stop' },
      ]
      const body = stream
        ? events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
        : JSON.stringify(message)
      const { origin } = await rememberingUpstream({ type: stream ? 'text/event-stream' : 'application/json', body })
      const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--visibility', 'none')
      const response = await postJson(`${url}/v1/messages`, {
        model: 'm',
        max_tokens: 9,
        messages: [{ role: 'user', content: 'Hi' }],
        stream,
      })
      const text = await response.text()
      expect(text).toContain(`"context_management":${JSON.stringify({ applied_edits: [cleared] })}`)
      expect(text).not.toContain('zebra')
    },
  )

  it('is told to who may see no reasoning: the client has said it itself', async () => {
    const body = JSON.stringify(answers['anthropic-messages']('stop_sequence', { stop_sequence: 'END', container: { id: 'container_1' } }))
    const { origin } = await rememberingUpstream({ type: 'application/json', body })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--visibility', 'none')
    const response = await postJson(`${url}/v1/messages`, {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }],
      ...two,
    })
    expect(await response.json()).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END', container: { id: 'container_1' } })
  })
})
