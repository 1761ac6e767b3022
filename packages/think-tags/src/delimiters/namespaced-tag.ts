import { isNameUnit, no, skipSpace, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'
import { thoughtName } from './thought-names.ts'

/** Limit of a tag name, in UTF-16 units. */
const longestName = 64

/** Names of models. No prompt asks for a tag with a model's name, or with a version directly before the word: `M2_7think`. */
const model =
  '(?:chatgpt|claude|cogito|cohere|deepseek|ernie|exaone|falcon|gemini|gemma|glm|gpt|granite|grok|hermes|hunyuan|internlm|kimi|lfm|llama|longcat|magistral|mimo|minimax|ministral|mistral|nanbeige|nemotron|olmo|qwen|qwq|skywork)[\\w.-]*'
const version = '[a-z]+[\\d._]*\\d'

/**
 * Names by which makers distinguish their thinking tags: `seed:think`, `ifm|think`, `longcat_think`, `think:6124c78e`, `think_fast`, `M2_7think`. Words
 * that are common in other tags (`thinking`, `thought`, `reasoning`) count only after a namespace or a model, or before a suffix. Prompts of two makers
 * have spread `antThinking` and `REASONING_SCRATCHPAD`. `barToken` matches names with a word for beginning or end.
 */
const names = new RegExp(
  [
    '[a-z\\d.-]+[:|_]think(?:[:|_][a-z\\d.-]+)*',
    '[a-z\\d.-]+[:|](?:thinking|thought|reasoning)(?:[:|_][a-z\\d.-]+)*',
    `(?:${version}|${model})${thoughtName}`,
    `${version}-think(?:ing)?`,
    'think(?:[:|_][a-z\\d.-]+)+',
    'think\\d{1,3}',
    '(?:thinking|thought|reasoning):[a-z\\d.-]+',
    'ant_?thinking',
    'reasoning_content',
    'reasoning_scratchpad',
  ]
    .map((name) => `^${name}$`)
    .join('|'),
  'i',
)

const ends = 'end|close|off'
const saysWhere = (verbs: string): RegExp => new RegExp(`^(?:(?:${verbs})_think|think[:_](?:${verbs}))$`, 'i')

/** Matches a thinking tag of an unknown maker. */
export function namespacedTag(kind: 'opening' | 'closing' | 'empty'): Matcher {
  const lead = kind === 'closing' ? '</' : '<'
  const isOther = saysWhere(kind === 'closing' ? 'begin|start|open|on' : `begin|start|open|on|${ends}`)
  return { firsts: [0x3c], example: `${lead}maker:think${kind === 'empty' ? '/' : ''}>`, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    if (!text.startsWith(lead, at)) return !final && lead.startsWith(text.slice(at)) ? undecided : no
    const from = at + lead.length
    const most = Math.min(text.length, from + longestName)
    let to = from
    while (to < most && isInName(text.charCodeAt(to))) to++
    if (to === text.length && to - from < longestName) return final ? no : undecided
    const name = text.slice(from, to)
    if (kind === 'empty') {
      to = skipSpace(text, to, most)
      if (to < text.length && text.charCodeAt(to++) !== 0x2f) return no
    }
    if (to === text.length) return final || to - from >= longestName ? no : undecided
    return text.charCodeAt(to) === 0x3e && names.test(name) && !isOther.test(name) ? to + 1 - at : no
  }
}

const isInName = (unit: number): boolean => isNameUnit(unit) || unit === 0x3a || unit === 0x7c
