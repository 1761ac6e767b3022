import { estimateTokens } from '@reason/core/result'
import { plural } from '../plural.ts'
import type { Finding } from '../finding.ts'
import { excerptOf } from '../markup.ts'
import { separateReasoning } from '../remedies.ts'
import { carriersOf, markupAnswers, thinkingAnswers, type Examination } from '../examination.ts'

/** Tokens of a template and of a turn's end, beside any text. */
const besides = 32

/** Reports the places of reasoning, and whether it leaks. */
export function reasoningFindings(examination: Examination): Finding[] {
  if (thinkingAnswers(examination).length === 0) return []
  const isMarked = markupAnswers(examination).length > 0
  const isCut = examination.cutThoughts.length > 0
  const isUnclosed = !isMarked && !isCut && examination.unclosed.length > 0
  const where = isMarked ? inTheAnswer : isUnclosed ? unclosed : isCut ? undefined : outside
  return [where?.(examination), unfinished(examination)].flatMap((found) => found ?? [])
}

function inTheAnswer(examination: Examination): Finding {
  const found = markupAnswers(examination)
  const { one, markup } = found[0]!
  const fields = carriersOf(examination)
  const what = markup.orphan
    ? `The answer contains a closing tag (${markup.text}) without an opening one`
    : markup.adapter === 'harmony'
      ? 'The answer contains Harmony tokens'
      : `The answer contains reasoning, in tags (${markup.text.trim()})`
  return {
    code: markup.orphan ? 'orphan-close' : 'markup-in-answer',
    severity: 'problem',
    title: fields.length > 0 ? `${what}, though there is a field for it (${fields.join(', ')}).` : `${what}.`,
    evidence: `${excerptOf(one.result.answer, markup, examination.show)} in ${places(found.map(({ one: { probe } }) => probe.id))}`,
    impact: markup.orphan
      ? 'The prompt opens the reasoning, so most clients show all of the text as the answer.'
      : 'Clients that do not split the text show, store and send back the reasoning.',
    remedies: separateReasoning(examination).toSpliced(
      -1,
      0,
      ...(markup.orphan && examination.description?.restoresOpener === false ? [newerBuild] : []),
    ),
  }
}

/** Reports text that may be a thought without an answer, or an answer of a model that did not think. */
function unclosed(examination: Examination): Finding {
  const [one] = examination.unclosed
  return {
    code: 'unclosed-reasoning',
    severity: 'advice',
    title: 'The prompt opens the reasoning, and the model ended without a closing tag.',
    evidence: `${plural(one!.result.answer.length, 'character')} of text in ${places(examination.unclosed.map(({ probe }) => probe.id))}`,
    impact: 'The text may be reasoning or the answer. Clients that may not see reasoning get nothing of it.',
    remedies: [
      'check that the chat template is the one of the model',
      ...separateReasoning(examination).slice(0, -1),
      'if the text is the answer, start the gateway with --start-unclosed answer',
    ],
  }
}

const newerBuild = 'or update llama-server: since b10573 it writes the opening tag of the prompt in front of the text'

function outside(examination: Examination): Finding {
  const fields = carriersOf(examination)
  const answers = thinkingAnswers(examination)
  const most = answers.toSorted((a, b) => (b.result.reasoning?.length ?? 0) - (a.result.reasoning?.length ?? 0))[0]!
  const { reasoning, answer, usage, toolCalls } = most.result
  if (reasoning !== null && reasoning !== '') {
    return {
      code: 'reasoning-field',
      severity: 'ok',
      title: `Reasoning comes in a separate field: ${fields.join(', ')}.`,
      evidence: `${plural(reasoning.length, 'character')} of reasoning, ${answer.length} of answer${examination.show ? `: ${JSON.stringify(reasoning.slice(0, 120))}` : ''}`,
    }
  }
  if (fields.length > 0) {
    return {
      code: 'sealed-reasoning',
      severity: 'advice',
      title: `The model thinks, and its reasoning is sealed (${fields.join(', ')}).`,
      impact: 'Only the provider can read the reasoning.',
      remedies: ['if the API gives summaries, ask for them: --ask-reasoning summary'],
    }
  }
  const tokens = usage?.reasoning
  if (tokens !== undefined && tokens.value > 0) {
    return {
      code: 'hidden-reasoning',
      severity: 'advice',
      title: 'The model thinks, and its reasoning is not shown.',
      evidence: `${tokens.value} reasoning tokens are billed, and no text of them came`,
      impact: 'Clients cannot see the reasoning, and the next turn may lack it.',
      remedies: [
        'if the API gives summaries, ask for them: --ask-reasoning summary',
        'OpenAI shows summaries in its Responses API: --upstream-format openai-responses',
      ],
    }
  }
  const output = usage?.output
  const text = estimateTokens(answer + toolCalls.map((call) => call.name + call.arguments).join(''))
  if (output !== undefined && output.value > 2 * text + besides) {
    return {
      code: 'lost-tokens',
      severity: 'problem',
      title: 'The server counts more tokens than it sends.',
      evidence: `${output.value} output tokens, and text for about ${text}`,
      impact: 'The model seems to think, and the server drops the billed reasoning.',
      remedies: [
        'check whether the server leaves reasoning out (include_reasoning, reasoning_format hidden)',
        ...separateReasoning(examination).slice(0, -1),
      ],
    }
  }
  return {
    code: 'no-reasoning',
    severity: 'ok',
    title:
      examination.description?.splits === true
        ? 'No reasoning came: the model answered without thinking.'
        : 'No reasoning came: the model does not think, or not for this question.',
    evidence: `${plural(answer.length, 'character')} of answer`,
  }
}

function unfinished(examination: Examination): Finding | undefined {
  // Missing tool calls have a separate finding.
  const empty = thinkingAnswers(examination).filter(
    (one) =>
      !one.probe.tools && one.result.toolCalls.length === 0 && (one.result.answer.trim() === '' || examination.cutThoughts.includes(one)),
  )
  if (empty.length === 0) return undefined
  const where = places(empty.map(({ probe }) => probe.id))
  if (empty.every(({ result: { finish } }) => finish?.reason === 'length' || finish?.reason === 'reasoning-exhausted')) {
    return {
      code: 'exhausted',
      severity: 'advice',
      title: `Thinking used up all ${examination.maxTokens} tokens, and no answer came.`,
      evidence: `no answer in ${where}`,
      impact: 'Clients with a small limit get nothing, and are billed for it.',
      remedies: [
        `give the doctor more: ${examination.notation('maxTokens', '2048')}`,
        'let the gateway ask once more with less effort: --rescue lower',
      ],
    }
  }
  return {
    code: 'empty-answer',
    severity: 'problem',
    title: 'The generation ended by itself, without an answer.',
    evidence: `no answer in ${where}`,
    impact: 'A parser of the server may take everything for reasoning, or the template may not fit the model.',
    remedies: [
      'check that the chat template is the one of the model',
      ...(carriersOf(examination).length > 0 ? [] : separateReasoning(examination).slice(0, -1)),
    ],
  }
}

const places = (ids: readonly string[]): string => `the answer to: ${[...new Set(ids)].join(', ')}`
