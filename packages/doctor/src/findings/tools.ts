import type { Finding } from '../finding.ts'
import { parseJson } from '../json.ts'
import { callTextIn } from '../markup.ts'
import { parseToolCalls, takeTools } from '../remedies.ts'
import type { Examination } from '../examination.ts'

/** Reports whether tool calls arrive as tool calls. */
export function toolFinding(examination: Examination): Finding | undefined {
  const { tools } = examination.probeAnswers
  if (tools === undefined) return undefined
  if (tools.failure !== undefined) {
    return {
      code: 'tools-refused',
      severity: 'problem',
      title: 'The server refuses a request with tools.',
      evidence: tools.failure,
      impact: 'Agents and coding tools do not work with this server.',
      remedies: takeTools(examination, tools),
    }
  }
  const { toolCalls, answer, reasoning } = tools.result
  if (toolCalls.length > 0) {
    const [call] = toolCalls
    if (parseJson(call!.arguments) !== undefined) {
      return { code: 'tools', severity: 'ok', title: 'Tool calls are parsed.', evidence: `${call!.name}(${call!.arguments})` }
    }
    return {
      code: 'tool-arguments',
      severity: 'problem',
      title: 'The arguments of a tool call are not JSON.',
      evidence: call!.arguments,
      impact: 'Clients cannot run the call.',
      remedies: parseToolCalls(examination),
    }
  }
  const inAnswer = callTextIn(answer)
  const text = inAnswer ?? callTextIn(reasoning ?? '')
  if (text !== undefined) {
    return {
      code: 'tools-unparsed',
      severity: 'problem',
      title: `A tool call is text in the ${inAnswer === undefined ? 'reasoning' : 'answer'}.`,
      evidence: JSON.stringify(text),
      impact: 'Clients show the call and do not run it.',
      remedies: parseToolCalls(examination),
    }
  }
  if (tools.result.finish?.reason === 'length' || tools.result.finish?.reason === 'reasoning-exhausted') {
    return {
      code: 'tools-cut',
      severity: 'advice',
      title: `Before any tool call came, all ${examination.maxTokens} tokens were used up.`,
      remedies: [`give the doctor more: ${examination.notation('maxTokens', '2048')}`],
    }
  }
  return {
    code: 'no-call',
    severity: 'advice',
    title: 'The model was offered a tool that it needs, and did not call it.',
    impact: 'The model may not be trained for tools, or its template may leave them out.',
    remedies: parseToolCalls(examination),
  }
}
