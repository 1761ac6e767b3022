import type { ServerResponse } from 'node:http'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { startUpstream } from '../support/upstream.ts'
import { answerWith, fieldCases, requestOf, type FieldCase } from './field-cases.ts'

interface Got {
  reasoning: string
  answer: string
  toolCalls?: string[]
}

/** What a client of Chat Completions gets of a row. */
async function ask(url: string, row: FieldCase, stream: boolean): Promise<Got> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requestOf(row, stream)),
  })
  const body = await response.text()
  const messages = stream
    ? body
        .split('\n\n')
        .filter((event) => event.startsWith('data: {'))
        .map((event) => (JSON.parse(event.slice(6)) as { choices?: { delta?: object }[] }).choices?.[0]?.delta ?? {})
    : [(JSON.parse(body) as { choices: { message: object }[] }).choices[0]!.message]
  let reasoning = ''
  let answer = ''
  const toolCalls: string[] = []
  for (const message of messages as Record<string, unknown>[]) {
    reasoning += (message['reasoning_content'] as string | undefined) ?? ''
    answer += (message['content'] as string | undefined) ?? ''
    for (const call of (message['tool_calls'] as { function?: { name?: string } }[] | undefined) ?? []) {
      if (call.function?.name !== undefined) toolCalls.push(call.function.name)
    }
  }
  return { reasoning: reasoning.trim(), answer: answer.trim(), ...(toolCalls.length > 0 && { toolCalls }) }
}

const rows = fieldCases().filter(({ borderline }) => borderline !== true)

describe.skipIf(shared === undefined)(
  `cases from the field, through the gateway${shared === undefined ? ` (${sharedMissing})` : ''}`,
  () => {
    test.each(rows.map((row) => [row.id, row] as const))('%s', async (_, row) => {
      const { reasoning, answer, toolCalls } = row.expected
      const calls = toolCalls === undefined ? {} : { toolCalls }
      const got: Record<string, Got> = {}
      for (const visibility of ['full', 'none'] as const) {
        for (const stream of [true, false]) {
          const size = 3
          const upstream = await startUpstream((request, response: ServerResponse) => {
            request.resume().on('end', () => answerWith(row, response, { stream, size }))
          })
          const gateway = await startGateway('--upstream', upstream, '--visibility', visibility, '--decide-after', '60000')
          got[`${visibility} ${stream ? 'streamed' : 'whole'}`] = await ask(gateway.url, row, stream)
        }
      }
      expect(got).toEqual({
        'full streamed': { reasoning, answer, ...calls },
        'full whole': { reasoning, answer, ...calls },
        'none streamed': { reasoning: '', answer, ...calls },
        'none whole': { reasoning: '', answer, ...calls },
      })
    })
  },
)
