import { createFrameDecoder } from '@reason/core/framing'
import OpenAI from 'openai'
import type { FinalEvent, GenerateAnswer, GenerateEvent, RequestMessage, UsageFields } from '@reason/gateway-api/generate'
import { Reported, resultOf, type Application, type Asked } from './applications.ts'
import { postJson } from '../support/post.ts'

/** An application for our own API, which has no client except `fetch`. */
export function ownEvents({ url, model, stream, tools, thinks }: Asked): Application {
  const said: RequestMessage[] = [{ role: 'user', content: 'Please do it.' }]
  let begun = ''
  return {
    begun: () => begun,
    reply(calls) {
      for (const { id, name } of calls) said.push({ role: 'tool', call: id, content: resultOf(name) })
    },
    async ask() {
      const response = await postJson(`${url}/v1/generate`, {
        model,
        stream,
        messages: said,
        ...(tools.length > 0 && { tools: tools.map((name) => ({ name, parameters: { type: 'object', properties: {} } })) }),
        ...(thinks && { effort: 'medium', max_tokens: 16_000 }),
      })
      const text = await response.text()
      // Errors have OpenAI's shape, so its client's classes represent them.
      if (response.status !== 200) throw OpenAI.APIError.generate(response.status, JSON.parse(text) as object, undefined, response.headers)
      const { final, reasoning, usage } = stream ? joined(text) : whole(JSON.parse(text) as GenerateAnswer)
      said.push(final.message)
      return {
        reasoning,
        answer: final.answer,
        calls: final.tool_calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: JSON.parse(given || '{}') as unknown })),
        finish: final.finish_reason,
        usage: { input: usage?.input_tokens, output: usage?.output_tokens, reasoning: usage?.reasoning_tokens },
        odd: [],
        object: final,
      }
    },
  }

  function joined(text: string): Taken {
    let usage: UsageFields | null = null
    let reasoning = ''
    const decoder = createFrameDecoder('sse')
    for (const { data } of [...decoder.push(text), ...decoder.end()]) {
      const event = JSON.parse(data) as GenerateEvent
      if (event.type === 'analysis' || event.type === 'token') begun += event.text
      if (event.type === 'analysis') reasoning += event.text
      else if (event.type === 'usage') ({ usage } = event)
      else if (event.type === 'error') throw new Reported(event.error.message)
      else if (event.type === 'final') return { final: event, reasoning, usage }
    }
    throw new Error('The stream has no end.')
  }
}

type Taken = { final: Omit<FinalEvent, 'type'>; reasoning: string; usage: UsageFields | null }

const whole = (answer: GenerateAnswer): Taken => ({ final: answer, reasoning: answer.analysis ?? '', usage: answer.usage })
