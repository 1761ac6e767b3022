import type { Finding } from '../finding.ts'
import { callTextIn } from '../markup.ts'
import { parseToolCalls, takeTools } from '../remedies.ts'
import type { Seen } from '../seen.ts'

/** Whether tool calls come as such. */
export function toolFindings(seen: Seen): Finding[] {
  const { tools } = seen.probed
  if (tools === undefined) return []
  if (tools.failure !== undefined) {
    return [
      {
        id: 'tools-refused',
        level: 'problem',
        title: 'It refuses a request with tools.',
        seen: tools.failure,
        means: 'Agents and coding tools do not work with it.',
        todo: takeTools(seen, tools),
      },
    ]
  }
  const { toolCalls, answer, reasoning } = tools.result
  if (toolCalls.length > 0) {
    const [call] = toolCalls
    if (isJson(call!.arguments)) {
      return [{ id: 'tools', level: 'ok', title: 'Tool calls are parsed.', seen: `${call!.name}(${call!.arguments})` }]
    }
    return [
      {
        id: 'tool-arguments',
        level: 'problem',
        title: 'The arguments of a tool call are no JSON.',
        seen: call!.arguments,
        means: 'Clients cannot run it.',
        todo: parseToolCalls(seen),
      },
    ]
  }
  const inAnswer = callTextIn(answer)
  const text = inAnswer ?? callTextIn(reasoning ?? '')
  if (text !== undefined) {
    return [
      {
        id: 'tools-unparsed',
        level: 'problem',
        title: `A tool call stands as text in the ${inAnswer === undefined ? 'reasoning' : 'answer'}.`,
        seen: JSON.stringify(text),
        means: 'Clients show it, and run nothing.',
        todo: parseToolCalls(seen),
      },
    ]
  }
  if (tools.result.finish?.reason === 'length' || tools.result.finish?.reason === 'reasoning-exhausted') {
    return [
      {
        id: 'tools-cut',
        level: 'advice',
        title: `Before any tool call came, all ${seen.maxTokens} tokens were used up.`,
        todo: ['give the doctor more: --max-tokens 2048'],
      },
    ]
  }
  return [
    {
      id: 'no-call',
      level: 'advice',
      title: 'Offered a tool that it needs, the model called none.',
      means: 'It may not be trained for tools, or its template may not show them to it.',
      todo: parseToolCalls(seen),
    },
  ]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
