import { wrappersOf } from './answer.ts'
import { type Chat, createChat } from './chat.ts'
import { createGoRenderer, isGoTemplate } from './go/renderer.ts'
import { defaultLimits, LimitError, type TemplateLimits } from './jinja/limits.ts'
import { createRenderer, type Renderer } from './jinja/renderer.ts'
import { type TemplateSurvey, surveyOf } from './jinja/survey.ts'
import { serviceTokensOf } from './service-tokens.ts'
import { rowsOf, startsFrom, switchesOf, tryInputs, type Trials, wordCandidates, wordsOf } from './switches.ts'
import { noFacts, type Reason, type TemplateFacts, type ThoughtPair } from './template-facts.ts'
import { type FoundThought, fromHistory, fromLiterals, fromPrompts, fromStripping } from './thought.ts'
import { toolMarksOf } from './tools.ts'
import { type Turns, turnsOf } from './turns.ts'

export interface ReadOptions extends Partial<TemplateLimits> {
  /** Variables of the tokenizer, such as `bos_token` and `eos_token`. Default: empty. */
  tokens?: Readonly<Record<string, string>>
}

/**
 * Derives facts about a model's output from its chat template, by rendering the template with various messages and switches.
 *
 * Never throws: `error` describes the failure. Limits only steps and characters, and so time and memory indirectly. For templates from a server, use
 * `readTemplateIsolated`.
 */
export function readTemplate(source: string, { tokens = {}, ...limits }: ReadOptions = {}): TemplateFacts {
  const language = isGoTemplate(source) ? 'go' : 'jinja'
  const bounds = { ...defaultLimits, ...limits }
  try {
    if (language === 'go') {
      const renderer = createGoRenderer(source, bounds)
      return readRendered(language, renderer, renderer.survey, tokens)
    }
    const renderer = createRenderer(source, bounds, tokens)
    return readRendered(language, renderer, surveyOf(renderer.program), tokens)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return noFacts(language, { kind: error instanceof LimitError || error instanceof RangeError ? 'limit' : 'syntax', message })
  }
}

function readRendered(
  language: TemplateFacts['language'],
  renderer: Renderer,
  survey: TemplateSurvey,
  tokens: Readonly<Record<string, string>>,
): TemplateFacts {
  const chat = createChat(renderer)
  if (chat === undefined) {
    return noFacts(language, { kind: 'refused', message: renderer.fault() ?? "The template drops the user's message." })
  }
  const turns = turnsOf(chat)
  const trials = tryInputs(chat, survey)
  const thought = thoughtOf(chat, survey, turns, trials)
  const pairs = thought === undefined ? [] : allPairs(chat, survey, turns, trials, thought)
  const switches = switchesOf(trials, pairs)
  const rows = rowsOf(chat, switches, pairs, wordCandidates(survey))
  const words = wordsOf(rows)
  const answer = wrappersOf(turns, trials.unset.tail ?? '', pairs, survey)
  const delimiters = [...pairs.flatMap(({ open, close }) => [open, close]), ...answer.open, ...answer.close]
  const tools = toolMarksOf(chat, turns, delimiters)
  const service = serviceTokensOf(turns, survey, { chat, tokens, pairs, answer, tools })
  const history = thought?.history
  const suffix = suffixOf(pairs)
  const start = startsFrom(rows, switches)
  return {
    language,
    shape: thought?.shape ?? 'none',
    pairs,
    start,
    switches,
    words,
    ...(history !== undefined && { history }),
    answer,
    tools,
    ...service,
    ...(suffix !== undefined && { suffix }),
    ...(trials.unset.tail !== undefined && { prompt: trials.unset.tail }),
    rows,
    reasons: reasonsOf({ thought, pairs, start, switches, words, tools, answer }, trials),
  }
}

/** Finds the thought by the strongest evidence first: rendered history, dropped text, ends of prompts, mentioned tags. */
function thoughtOf(chat: Chat, survey: TemplateSurvey, turns: Turns, trials: Trials): FoundThought | undefined {
  const settings = [{}, ...trials.all.filter(({ tail }) => tail !== undefined).map(({ name, value }) => ({ [name]: value }))]
  for (const one of settings) {
    const found = fromHistory(chat, survey, turns, trials.tails, one)
    if (found !== undefined) return found
  }
  return fromStripping(chat, survey, trials.tails) ?? fromPrompts(trials.tails, survey, turns) ?? fromLiterals(survey, turns)
}

/** Adds pairs of levels of thinking, under which the prompt may open another tag. */
function allPairs(
  chat: Chat,
  survey: TemplateSurvey,
  turns: Turns,
  { all, tails }: Trials,
  { pair, history }: FoundThought,
): ThoughtPair[] {
  const pairs = [pair]
  for (const { name, value, tail } of all) {
    if (tail === undefined || typeof value === 'boolean') continue
    const settings = { [name]: value }
    const found =
      (history === undefined ? undefined : fromHistory(chat, survey, turns, tails, settings)) ?? fromPrompts([tail], survey, turns)
    if (found === undefined || found.pair.open === '' || pairs.some(({ open }) => open === found.pair.open)) continue
    pairs.push({ ...found.pair, when: settings })
  }
  return pairs
}

/** Returns `6124c78e` for `<think:6124c78e>` and `</think:6124c78e>`. */
function suffixOf(pairs: readonly ThoughtPair[]): string | undefined {
  const [, open] = /^<\w{0,32}think\w{0,32}:([\w.-]+)>$/.exec(pairs[0]?.open ?? '') ?? []
  return open !== undefined && pairs[0]?.close.endsWith(`:${open}>`) === true ? open : undefined
}

type Told = Pick<TemplateFacts, 'pairs' | 'start' | 'switches' | 'words' | 'tools' | 'answer'> & { thought: FoundThought | undefined }

function reasonsOf({ thought, pairs, start, switches, words, tools, answer }: Told, { unset }: Trials): Reason[] {
  const quoted = (text: string | undefined): string => (text === undefined ? 'nothing' : JSON.stringify(text.slice(-60)))
  return [
    { fact: 'pairs', because: thought?.because ?? 'no rendering shows a thought' },
    ...pairs.slice(1).map(({ open, when }) => ({ fact: 'pairs', because: `with ${JSON.stringify(when)} the thought opens with ${open}` })),
    ...(start.unset === undefined ? [] : [{ fact: 'start', because: `without switches the prompt ends with ${quoted(unset.tail)}` }]),
    ...switches.map(({ name, on, off }) => ({
      fact: 'switches',
      because:
        on === undefined ? `${name} changes the prompt` : `${name} ${JSON.stringify(on)} and ${JSON.stringify(off)} give different prompts`,
    })),
    ...words.map(({ word, in: place }) => ({ fact: 'words', because: `${word} in a message of the ${place} changes the prompt's end` })),
    ...(tools.openers.length === 0 ? [] : [{ fact: 'tools', because: 'a call of the history comes out between them' }]),
    ...(answer.open.length === 0 ? [] : [{ fact: 'answer', because: 'an answer of the history comes out between them' }]),
  ]
}
