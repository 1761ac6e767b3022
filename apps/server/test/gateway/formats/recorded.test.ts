import { shared, sharedMissing } from '@reason/testkit/shared'
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import { describe, expect, it } from 'vitest'
import { ourWires } from '@reason/gateway/upstreams'
import { question, startGateway } from '../../support/gateway.ts'
import { contentTypeOf, recordedAnswers, recordedBody, sha256, type Recorded } from '../../support/recorded.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'

/** The answer as a client of Chat Completions reads it. */
interface Told {
  reasoning: string
  answer: string
  calls: { name: string; arguments: string; id: string }[]
  finish: string | null
  usage: ChatCompletion['usage']
}

const ways = [
  { way: 'as a stream', stream: true },
  { way: 'whole', stream: false },
]

describe.skipIf(shared === undefined)(`recorded answers (${sharedMissing})`, () => {
  for (const api of ourWires.filter((id) => id !== 'openai-chat')) {
    describe(api, () => {
      it.each(recordedAnswers(api).flatMap((row) => ways.map((way) => ({ ...way, row, id: row.id }))))(
        '$id, read $way',
        async ({ row, stream }) => {
          const { origin } = await rememberingUpstream({ type: contentTypeOf(row), body: recordedBody(row) })
          const flags = ['--upstream', origin, '--upstream-format', api, '--upstream-provider', row.provider, '--commentary', 'drop']
          const splits = row.expected.inline_think === null ? ['--adapter', 'plain'] : ['--adapter', 'think-tags', '--no-trim']
          const { client } = await startGateway(...flags, ...splits)
          const body = { model: decodeURIComponent(row.model), messages: question }
          const told = stream
            ? await readStream(await client.chat.completions.create({ ...body, stream: true, stream_options: { include_usage: true } }))
            : readWhole(await client.chat.completions.create(body))
          check(told, row)
        },
      )
    })
  }
})

function check({ reasoning, answer, calls, finish, usage }: Told, { expected, has }: Recorded): void {
  expect([expected.reasoning_sha256, expected.reasoning_trim_sha256]).toContain(sha256(reasoning))
  expect([expected.content_sha256, expected.content_trim_sha256]).toContain(sha256(answer))
  expect(calls.map((call) => ({ name: call.name, arguments: valueOf(call.arguments) }))).toEqual(expected.tool_calls)
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length)
  expect(calls.every(({ id }) => id !== '')).toBe(true)
  expect(finish).toBe(has.includes('truncated') ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop')
  if (expected.output_tokens === null) return
  const beside = expected.output_includes_reasoning === false ? (expected.reasoning_tokens ?? 0) : 0
  expect(usage?.completion_tokens).toBe(expected.output_tokens + beside)
  if (expected.reasoning_tokens !== null) expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(expected.reasoning_tokens)
}

type WithReasoning = { reasoning_content?: string | null }

function readWhole({ choices, usage }: ChatCompletion): Told {
  const { message, finish_reason: finish } = choices[0]!
  return {
    reasoning: (message as WithReasoning).reasoning_content ?? '',
    answer: message.content ?? '',
    calls: (message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [{ ...call.function, id: call.id }] : [])),
    finish,
    usage,
  }
}

async function readStream(chunks: AsyncIterable<ChatCompletionChunk>): Promise<Told> {
  const told: Told = { reasoning: '', answer: '', calls: [], finish: null, usage: undefined }
  for await (const { choices, usage } of chunks) {
    if (usage) told.usage = usage
    const choice = choices[0]
    if (choice === undefined) continue
    told.finish = choice.finish_reason ?? told.finish
    told.reasoning += (choice.delta as WithReasoning).reasoning_content ?? ''
    told.answer += choice.delta.content ?? ''
    for (const { index, id, function: called } of choice.delta.tool_calls ?? []) {
      const call = (told.calls[index] ??= { name: '', arguments: '', id: '' })
      call.id += id ?? ''
      call.name += called?.name ?? ''
      call.arguments += called?.arguments ?? ''
    }
  }
  return told
}

function valueOf(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
