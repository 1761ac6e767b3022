import { estimateTokens } from '@reason/core'
import { plural } from '../../render/plural.ts'
import type { Finding } from '../finding.ts'
import { excerptOf } from '../markup.ts'
import { separateReasoning } from '../remedies.ts'
import { carriersOf, marked, thought, type Seen } from '../seen.ts'

/** Tokens that a template and a turn's end may take beside any text. */
const besides = 32

/** Where reasoning comes, and whether it stays there. */
export function reasoningFindings(seen: Seen): Finding[] {
  if (thought(seen).length === 0) return []
  return [...(marked(seen).length > 0 ? inTheAnswer(seen) : [outside(seen)]), ...unfinished(seen)]
}

function inTheAnswer(seen: Seen): Finding[] {
  const found = marked(seen)
  const { one, markup } = found[0]!
  const fields = carriersOf(seen)
  const what = markup.orphan
    ? `A closing tag (${markup.text}) without an opening one stands in the answer`
    : markup.adapter === 'harmony'
      ? 'Harmony tokens stand in the answer'
      : `Reasoning stands in the answer, in tags (${markup.text.trim()})`
  return [
    {
      id: markup.orphan ? 'orphan-close' : 'markup-in-answer',
      level: 'problem',
      title: fields.length > 0 ? `${what}, though there is a field for it (${fields.join(', ')}).` : `${what}.`,
      seen: `${excerptOf(one.result.answer, markup, seen.show)} in ${places(found.map(({ one: { probe } }) => probe.id))}`,
      means: markup.orphan
        ? 'The prompt has opened the reasoning, so most clients take all of it for the answer, and show it.'
        : 'Clients that do not split it show it, store it and send it back.',
      todo: separateReasoning(seen).toSpliced(-1, 0, ...(markup.orphan && seen.description?.restoresOpener === false ? [newerBuild] : [])),
    },
  ]
}

const newerBuild = 'or update llama-server: since b10573 it puts the opening tag of the prompt back in front'

function outside(seen: Seen): Finding {
  const fields = carriersOf(seen)
  const answers = thought(seen)
  const most = answers.toSorted((a, b) => (b.result.reasoning?.length ?? 0) - (a.result.reasoning?.length ?? 0))[0]!
  const { reasoning, answer, usage, toolCalls } = most.result
  if (reasoning !== null && reasoning !== '') {
    return {
      id: 'reasoning-field',
      level: 'ok',
      title: `Reasoning comes in a field of its own: ${fields.join(', ')}.`,
      seen: `${plural(reasoning.length, 'character')} of reasoning, ${answer.length} of answer${seen.show ? `: ${JSON.stringify(reasoning.slice(0, 120))}` : ''}`,
    }
  }
  if (fields.length > 0) {
    return {
      id: 'sealed-reasoning',
      level: 'advice',
      title: `It thinks, and sends of it only what itself can read (${fields.join(', ')}).`,
      means: 'Nobody else can see what it thought.',
      todo: ['where the API gives summaries, ask for them: --ask-reasoning summary'],
    }
  }
  const tokens = usage?.reasoning
  if (tokens !== undefined && tokens.value > 0) {
    return {
      id: 'hidden-reasoning',
      level: 'advice',
      title: 'It thinks, and shows nothing of it.',
      seen: `${tokens.value} reasoning tokens are billed, and no text of them came`,
      means: 'Nobody can see what it thought, and the next turn may miss it.',
      todo: [
        'where the API gives summaries, ask for them: --ask-reasoning summary',
        'OpenAI shows summaries in its Responses API: --upstream-format openai-responses',
      ],
    }
  }
  const output = usage?.output
  const text = estimateTokens(answer + toolCalls.map((call) => call.name + call.arguments).join(''))
  if (output !== undefined && output.value > 2 * text + besides) {
    return {
      id: 'lost-tokens',
      level: 'problem',
      title: 'More was generated than came out.',
      seen: `${output.value} output tokens, and text for about ${text}`,
      means: 'The model seems to think, is billed for it, and the server drops it.',
      todo: [
        'look whether the server was told to leave reasoning out (include_reasoning, reasoning_format hidden)',
        ...separateReasoning(seen).slice(0, -1),
      ],
    }
  }
  return {
    id: 'no-reasoning',
    level: 'ok',
    title:
      seen.description?.splits === true
        ? 'No reasoning came: this was answered plainly.'
        : 'No reasoning came: the model does not think, or not about this.',
    seen: `${plural(answer.length, 'character')} of answer`,
  }
}

function unfinished(seen: Seen): Finding[] {
  // Whether a call came that was to come is a matter of its own.
  const empty = thought(seen).filter(({ probe, result }) => !probe.tools && result.answer.trim() === '' && result.toolCalls.length === 0)
  if (empty.length === 0) return []
  const where = places(empty.map(({ probe }) => probe.id))
  if (empty.every(({ result: { finish } }) => finish?.reason === 'length' || finish?.reason === 'reasoning-exhausted')) {
    return [
      {
        id: 'exhausted',
        level: 'advice',
        title: `Thinking used up all ${seen.maxTokens} tokens, and no answer came.`,
        seen: `an empty answer in ${where}`,
        means: 'Clients with a small limit get nothing, and are billed for it.',
        todo: ['give the doctor more: --max-tokens 2048', 'let the gateway ask once more with less effort: --rescue lower'],
      },
    ]
  }
  return [
    {
      id: 'empty-answer',
      level: 'problem',
      title: 'The generation ended by itself, without an answer.',
      seen: `an empty answer in ${where}`,
      means: 'A parser of the server may take everything for reasoning, or the template may not fit the model.',
      todo: ['check that the chat template is the one of the model', ...separateReasoning(seen).slice(0, -1)],
    },
  ]
}

const places = (ids: readonly string[]): string => `the answer to: ${[...new Set(ids)].join(', ')}`
