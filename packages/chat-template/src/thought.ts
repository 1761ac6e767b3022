import { between, type Chat } from './chat.ts'
import * as conversation from './conversation.ts'
import { type TemplateMessage, words } from './conversation.ts'
import { completed, type Delimited, delimitersOf } from './delimiters.ts'
import type { TemplateSurvey } from './jinja/survey.ts'
import { closerOf, isCloser, markTexts, namesAnswer, namesThought, openerOf } from './marks.ts'
import type { TemplateVariables, ThoughtPair } from './template-facts.ts'
import type { Turns } from './turns.ts'

export interface FoundThought extends Delimited {
  /** The rendering that showed it. */
  because: string
  /** Field or part that accepts the thought, if the history showed it. */
  history?: string
}

/** A way in which a message may carry its thought. */
interface Way {
  name: string
  /** Its name does not suggest thinking, so the delimiters count only if prompts contain them, too. */
  isGuess?: boolean
  message(style: Chat['style'], text: string): TemplateMessage
}

const thoughtful = /reason|think|thought|analysis|reflect|\bcot\b/i

/** Fields of messages that carry no thoughts. */
const otherFields = new Set(
  'role content name type text id function arguments parameters tool_calls tool_call_id tool_name tool_responses image images image_url video audio items keys values get split strip index index0 first last length previtem nextitem properties description required enum title default format anyOf items response responses output outputs result results documents citations'.split(
    ' ',
  ),
)

const usualFields = ['reasoning_content', 'reasoning', 'thinking', 'thought', 'reasoning_text']

/** Derives the ways from fields of messages and types of parts that the template reads. */
function waysOf({ fields, literals }: TemplateSurvey): Way[] {
  const isField = (name: string): boolean => thoughtful.test(name) && /^\w{1,40}$/.test(name)
  const fromFields = [
    ...usualFields.filter((name) => fields.has(name)),
    ...[...fields].filter((name) => isField(name) && !usualFields.includes(name)),
  ]
  const guesses = [...fields].filter((name) => /^[a-z]\w{2,40}$/.test(name) && !otherFields.has(name) && !isField(name)).slice(0, 12)
  const types = [...new Set(literals.filter((text) => isField(text)))]
  const part = (type: string): TemplateMessage => ({
    type,
    text: words.thought,
    thinking: words.thought,
    reasoning: words.thought,
    content: words.thought,
  })
  const parts = types.map((type) => (text: string) => [part(type), ...(text === '' ? [] : [{ type: 'text', text }])])
  const blocks = types.map((type) => (text: string) => ({ blocks: [part(type), ...(text === '' ? [] : [{ type: 'response', text }])] }))
  const field = (name: string): Way => ({
    name,
    message: (style, text) => ({ content: style === 'text' || text === '' ? text : [{ type: 'text', text }], [name]: words.thought }),
  })
  return [
    ...fromFields.map(field),
    ...parts.map((content, index): Way => ({ name: `part "${types[index]}"`, message: (_, text) => ({ content: content(text) }) })),
    ...(fields.has('blocks')
      ? blocks.map((content, index): Way => ({ name: `block "${types[index]}"`, message: (_, text) => ({ content: content(text) }) }))
      : []),
    ...guesses.map((name): Way => ({ ...field(name), isGuess: true })),
  ]
}

/** Places of a thought in a conversation. Many templates drop it from earlier turns, and some from all but turns with calls. */
const places: { name: string; build(chat: Chat, way: Way): { messages: TemplateMessage[]; end: string } }[] = [
  {
    name: 'in the last answer',
    build: ({ style }, way) => ({
      messages: [conversation.user(style), { role: 'assistant', ...way.message(style, words.answer) }],
      end: words.answer,
    }),
  },
  {
    name: 'in a turn with a call',
    build: ({ style, args }, way) => ({
      messages: [conversation.user(style), conversation.calls(args, 1, way.message(style, ''))],
      end: words.call,
    }),
  },
  {
    name: 'in a turn with a call and its result',
    build: ({ style, args }, way) => ({
      messages: [conversation.user(style), conversation.calls(args, 1, way.message(style, '')), conversation.result(style)],
      end: words.call,
    }),
  },
  {
    name: 'in an earlier answer',
    build: ({ style }, way) => ({
      messages: [
        conversation.user(style),
        { role: 'assistant', ...way.message(style, words.answer) },
        conversation.user(style, words.second),
      ],
      end: words.answer,
    }),
  },
]

/** Limit of examined text on each side of a thought, in characters. */
const mostAround = 2000

/** Puts a thought into the history in every way that the template reads, and examines the text around it. */
export function fromHistory(
  chat: Chat,
  survey: TemplateSurvey,
  turns: Turns,
  prompts: readonly string[],
  settings: TemplateVariables,
): FoundThought | undefined {
  for (const way of waysOf(survey)) {
    for (const place of places) {
      const { messages, end } = place.build(chat, way)
      const text = chat.render(messages, settings, false, end === words.call)
      const before = text === undefined ? undefined : between(text, words.user, words.thought)
      if (text === undefined || before === undefined) continue
      const rest = text.slice(text.indexOf(words.thought) + words.thought.length)
      const after = rest.includes(end) ? rest.slice(0, rest.indexOf(end)) : rest
      const found = delimitersOf(before.slice(-mostAround), after.slice(0, mostAround), turns, prompts)
      if (found === undefined || (way.isGuess === true && !isPrompted(found.pair, prompts))) continue
      const pair = completed(found.pair, knownMarks(survey, prompts))
      return { ...found, pair, because: `a message's ${way.name} comes out ${place.name}`, history: way.name }
    }
  }
  return undefined
}

const isPrompted = ({ open, close }: ThoughtPair, prompts: readonly string[]): boolean =>
  open !== '' && prompts.some((prompt) => prompt.trimEnd().endsWith(open) || prompt.trimEnd().endsWith(close))

/** Finds a literal before which the template drops text from earlier answers, and which so ends a thought. */
export function fromStripping(chat: Chat, survey: TemplateSurvey, prompts: readonly string[]): FoundThought | undefined {
  const { style } = chat
  for (const close of survey.sought) {
    const open = openerOf(close)
    if (close.trim().length < 6 || (open === undefined && !/[\]>:]\s*$/.test(close)) || thoughtless(close)) continue
    const opener = [...survey.sought].find((mark) => closerOf(mark) === close)
    // Templates may keep the assistant's last message complete.
    const last = [
      conversation.user(style, words.second),
      { role: 'assistant', content: words.other },
      conversation.user(style, words.other),
    ]
    // Some templates drop the text only after an opener that they search as well.
    const isDropped = ['', opener ?? ''].some((before) => {
      const content = `${before}${words.thought}${close}${words.answer}`
      const text = chat.render([conversation.user(style), { role: 'assistant', content }, ...last])
      return text !== undefined && !text.includes(words.thought) && text.includes(words.answer)
    })
    if (!isDropped) continue
    const pair = completed({ open: opener ?? '', close: close.trim() }, knownMarks(survey, prompts))
    const isTag = open !== undefined && namesThought(open)
    return {
      pair: pair.open === '' && isTag ? { ...pair, open } : pair,
      shape: 'tags',
      because: `what stands before ${close.trim()} is dropped from earlier answers`,
    }
  }
  return undefined
}

/** Whether a literal belongs to calls or results, which templates cut out of texts in the same way. */
const thoughtless = (close: string): boolean => /tool|function|call/i.test(close)

/** Finds a mark with which some prompts end and others do not, or which prompts open and close. */
export function fromPrompts(prompts: readonly string[], survey: TemplateSurvey, turns: Turns): FoundThought | undefined {
  const seen = [...new Set(prompts.flatMap((prompt) => markTexts(prompt)))].filter((mark) => !turns.marks.has(mark))
  const known = knownMarks(survey, prompts)
  const pairs = seen.flatMap((mark): ThoughtPair[] => {
    const open = isCloser(mark) ? openerOf(mark) : mark
    const close = isCloser(mark) ? mark : closerOf(mark)
    if (open === undefined || close === undefined) return []
    const isLast = prompts.some((prompt) => prompt.trimEnd().endsWith(open))
    const isPaired = known.has(open) && known.has(close) && !namesAnswer(open)
    const counts = namesThought(open) ? isPaired || isLast : isPaired && (isLast || (seen.includes(open) && seen.includes(close)))
    return counts ? [{ open, close }] : []
  })
  const pair = pairs.find(({ open }) => namesThought(open)) ?? pairs[0]
  return pair === undefined
    ? undefined
    : { pair, shape: 'tags', because: `a prompt ends with ${seen.includes(pair.open) ? pair.open : pair.close}` }
}

/** Finds tags of which both are mentioned, as in instructions to think in them. The weakest evidence. */
export function fromLiterals(survey: TemplateSurvey, turns: Turns): FoundThought | undefined {
  const known = knownMarks(survey, [])
  for (const open of known) {
    const close = closerOf(open)
    if (close === undefined || !namesThought(open) || turns.marks.has(open) || !known.has(close) || /[="]/.test(open)) continue
    return { pair: { open, close }, shape: 'tags', because: `${open} and ${close} are mentioned` }
  }
  return undefined
}

function knownMarks({ literals }: TemplateSurvey, prompts: readonly string[]): ReadonlySet<string> {
  return new Set([...literals, ...prompts].flatMap(markTexts))
}
