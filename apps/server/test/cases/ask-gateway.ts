import { requestOf, type SplitCase } from './split-case.ts'
import { postJson } from '../support/post.ts'

export interface Got {
  reasoning: string
  answer: string
  toolCalls?: string[]
}

/** Sends a row's request to Chat Completions, and returns the response as a client reads it. */
export async function ask(url: string, row: SplitCase, stream: boolean): Promise<Got> {
  const response = await postJson(`${url}/v1/chat/completions`, requestOf(row, stream))
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
