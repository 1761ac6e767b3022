import type { Chat } from './chat.ts'
import { type TemplateScalar, type TemplateSurvey, thinkish } from './jinja/survey.ts'
import type { TemplateVariables, TemplateStart, StartRow, Starts, SwitchFact, ThoughtPair, WordFact } from './template-facts.ts'

const levels = ['none', 'minimal', 'low', 'medium', 'high', 'max', 'no_think']

const most = { inputs: 32, values: 12, combinations: 96, words: 8 }

/** Prompts with one value of a variable. */
interface Trial {
  name: string
  value: TemplateScalar
  tail: string | undefined
  later: string | undefined
  whole: string | undefined
}

export interface Trials {
  /** By variable: values that the template compares it with. */
  compared: ReadonlyMap<string, ReadonlySet<TemplateScalar>>
  unset: Omit<Trial, 'name' | 'value'>
  all: readonly Trial[]
  /** All rendered ends of prompts, without duplicates. */
  tails: readonly string[]
}

/** Renders the prompt with each value of each variable alone. */
export function tryInputs(chat: Chat, { inputs }: TemplateSurvey): Trials {
  const names = [...inputs.keys()].sort((a, b) => Number(thinkish.test(b)) - Number(thinkish.test(a))).slice(0, most.inputs)
  const unset = outcome({}, true)
  const all = names.flatMap((name) =>
    valuesOf(name, inputs.get(name) ?? new Set()).map((value): Trial => ({
      name,
      value,
      ...outcome({ [name]: value }, thinkish.test(name)),
    })),
  )
  const tails = [unset, ...all].flatMap(({ tail, later }) => [tail, later]).filter((tail) => tail !== undefined)
  return { compared: inputs, unset, all, tails: [...new Set(tails)] }

  function outcome(settings: TemplateVariables, fully: boolean): Omit<Trial, 'name' | 'value'> {
    const tail = chat.tail(settings)
    // A variable whose name does not suggest thinking counts only if it changes where the text begins.
    return fully ? { tail, later: chat.tail(settings, true), whole: chat.whole(settings) } : { tail, later: undefined, whole: undefined }
  }
}

/** Values to try: the template's comparisons, both booleans unless the variable takes words, and usual levels. */
function valuesOf(name: string, compared: ReadonlySet<TemplateScalar>): TemplateScalar[] {
  const own = [...compared].filter((value) => value !== '' && String(value).length <= 24)
  const usual = degree.test(name) ? levels : own.some((value) => typeof value === 'number') ? [-1, 1024] : []
  return [...new Set<TemplateScalar>([...own, ...(isWordy(own) ? [] : [true, false]), ...usual])].slice(0, most.values)
}

/** Matches names of levels. */
const degree = /effort|level|strength/i

/** Whether a variable is compared with several words, or with numbers, and so takes no booleans. */
const isWordy = (values: readonly TemplateScalar[]): boolean =>
  values.filter((value) => typeof value === 'string').length > 1 || values.some((value) => typeof value === 'number')

/** Where the text begins after the end of a prompt. */
function startBehind(tail: string, pairs: readonly ThoughtPair[]): TemplateStart {
  const opened = Math.max(-1, ...pairs.map(({ open }) => (open === '' ? -1 : tail.lastIndexOf(open))))
  const closed = Math.max(-1, ...pairs.map(({ close }) => tail.lastIndexOf(close)))
  // Without an opener, the thought is open from the first character on.
  if (opened === -1 && pairs.some(({ open }) => open === '')) return closed === -1 ? 'reasoning' : 'answer'
  return opened > closed ? 'reasoning' : 'answer'
}

/** Whether a prompt closes a thought, so that the model does not think. */
const isClosed = (tail: string | undefined, pairs: readonly ThoughtPair[]): boolean =>
  tail !== undefined &&
  pairs.some(({ open, close }) => {
    const opened = open === '' ? -1 : tail.lastIndexOf(open)
    const closed = tail.lastIndexOf(close)
    return closed > opened && (opened !== -1 || tail.trimEnd().endsWith(close))
  })

/** Finds the variables that switch thinking: they change where the text begins, or change the prompt and have a suitable name. */
export function switchesOf({ compared, unset, all }: Trials, pairs: readonly ThoughtPair[]): SwitchFact[] {
  const begins = (tail: string | undefined): string => (tail === undefined ? '?' : `${startBehind(tail, pairs)}${isClosed(tail, pairs)}`)
  const changesStart = (trial: Trial): boolean =>
    trial.tail !== undefined && unset.tail !== undefined && begins(trial.tail) !== begins(unset.tail)
  const facts = [...new Set(all.map(({ name }) => name))].flatMap((name): SwitchFact[] => {
    const trials = fitting(all.filter((trial) => trial.name === name && trial.tail !== undefined))
    const isTold = thinkish.test(name) && new Set([unset.whole, ...trials.map(({ whole }) => whole)]).size > 1
    if (!isTold && !trials.some(changesStart)) return []
    const offs = trials.filter((trial) => isOff(trial, trials))
    const off = offs.find(({ value }) => value === false) ?? offs[0]
    const ons = off === undefined ? [] : trials.filter((trial) => trial !== off && isOn(trial, off))
    const on = preferred(ons, off?.value)
    const fact: SwitchFact = { name, values: trials.map(({ value }) => value) }
    if (off === undefined || on === undefined) return [fact]
    const defaultOn = sameAs(unset, on) ? true : sameAs(unset, off) ? false : begins(unset.tail) === begins(on.tail)
    return [{ ...fact, on: on.value, off: off.value, defaultOn }]
  })
  // Another variable may change the start for another purpose. If a switch has a name that suggests thinking, only such switches count.
  const isNamed = facts.some(({ name, on }) => thinkish.test(name) && on !== undefined)
  return facts.map((fact) => (isNamed && !thinkish.test(fact.name) ? { name: fact.name, values: fact.values } : fact))

  /** For a variable with the name of a level: levels if the prompt tells them apart, and booleans if not. */
  function fitting(trials: readonly Trial[]): readonly Trial[] {
    const tried = trials.filter(({ name, value }) => degree.test(name) && typeof value === 'string')
    if (tried.length === 0) return trials
    const takesLevels = new Set(tried.map(({ whole }) => whole)).size > 1
    return trials.filter(({ name, value }) => compared.get(name)?.has(value) === true || (typeof value === 'boolean') !== takesLevels)
  }

  /**
   * Whether a value turns thinking off: its prompt closes the thought, or does not open one that another value opens. If no prompt shows it, the value's
   * name decides.
   */
  function isOff(trial: Trial, trials: readonly Trial[]): boolean {
    const others = trials.filter((other) => other !== trial)
    if (isClosed(trial.tail, pairs)) return others.some((other) => !isClosed(other.tail, pairs))
    if (begins(trial.tail).startsWith('reasoning')) return false
    if (others.some((other) => begins(other.tail).startsWith('reasoning'))) return !others.some((other) => isClosed(other.tail, pairs))
    if (others.some((other) => isClosed(other.tail, pairs))) return false
    const isKnown = typeof trial.value === 'boolean' ? !degree.test(trial.name) : (compared.get(trial.name)?.has(trial.value) ?? false)
    return isKnown && namedOff(trial) && others.some((other) => !sameAs(trial, other))
  }

  function isOn(trial: Trial, off: Trial): boolean {
    if (begins(trial.tail) !== begins(off.tail)) return !isClosed(trial.tail, pairs)
    return !namedOff(trial) && !sameAs(trial, off) && !isClosed(trial.tail, pairs)
  }
}

/** Prefers the opposite boolean to a boolean `off`, and among words the strongest usual one. */
function preferred(ons: readonly Trial[], off: TemplateScalar | undefined): Trial | undefined {
  const opposite = typeof off === 'boolean' ? ons.find(({ value }) => value === !off) : undefined
  const usual = ['high', 'enabled', 'on', 'thinking', 'medium'].map((word) => ons.find(({ value }) => value === word))
  return opposite ?? usual.find((trial) => trial !== undefined) ?? ons.find(({ value }) => typeof value !== 'boolean') ?? ons[0]
}

const namedOff = ({ name, value }: Trial): boolean =>
  /^(?:no|skip|disable|hide|without)_/i.test(name)
    ? value === true
    : value === false || /^(?:none|off|no_?think\w*|disabled?|chat|false)$/i.test(String(value))

const sameAs = (a: Omit<Trial, 'name' | 'value'>, b: Omit<Trial, 'name' | 'value'>): boolean =>
  a.tail === b.tail && a.whole === b.whole && a.later === b.later

/** Settings that turn thinking on or off: booleans for all switches that take them, and a word only if there are none. */
export function settingsFor(switches: readonly SwitchFact[], thinking: boolean): TemplateVariables | undefined {
  const able = switches.filter(({ on, off }) => on !== undefined && off !== undefined)
  const truths = able.filter(({ off }) => typeof off === 'boolean')
  const chosen = truths.length > 0 ? truths : able.slice(0, 1)
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen.map(({ name, on, off }) => [name, (thinking ? on : off)!]))
}

/** Renders every combination of the switches, after a user message and after a tool result. */
export function rowsOf(
  chat: Chat,
  switches: readonly SwitchFact[],
  pairs: readonly ThoughtPair[],
  candidates: readonly string[],
): StartRow[] {
  const combinations = product(switches)
  const plain = combinations.flatMap((settings) => [row(settings, false), row(settings, true)])
  const on = settingsFor(switches, true)
  const off = settingsFor(switches, false)
  const bases = [{}, ...(on === undefined ? [] : [on]), ...(off === undefined ? [] : [off])]
  const spoken = candidates
    .slice(0, most.words)
    .flatMap((word) => (['user', 'system'] as const).flatMap((place) => bases.map((settings) => row(settings, false, { word, in: place }))))
  return [...plain, ...spoken]

  function row(settings: TemplateVariables, afterResult: boolean, word?: { word: string; in: 'user' | 'system' }): StartRow {
    const tail = chat.tail(settings, afterResult, word)
    if (tail === undefined) return { settings, afterResult, ...word }
    return { settings, afterResult, ...word, start: startBehind(tail, pairs), ...(isClosed(tail, pairs) && { closed: true as const }) }
  }
}

function product(switches: readonly SwitchFact[]): TemplateVariables[] {
  let all: TemplateVariables[] = [{}]
  for (const { name, values } of switches) {
    const longer = all.flatMap((settings) => [settings, ...values.map((value) => ({ ...settings, [name]: value }))])
    // Beyond the limit, a switch is not combined with others.
    all = longer.length <= most.combinations ? longer : [...all, ...values.map((value) => ({ [name]: value }))]
  }
  return all
}

/** Finds the words that change the start. */
export function wordsOf(rows: readonly StartRow[]): WordFact[] {
  const key = (settings: TemplateVariables): string => JSON.stringify(settings)
  const state = ({ start, closed }: StartRow): string => `${start}${closed}`
  const plain = new Map(rows.filter((row) => row.word === undefined && !row.afterResult).map((row) => [key(row.settings), row]))
  const facts = rows.flatMap((row): WordFact[] => {
    const before = plain.get(key(row.settings))
    if (row.word === undefined || row.in === undefined || row.start === undefined || before?.start === undefined) return []
    return state(before) === state(row)
      ? []
      : [{ word: row.word, in: row.in, thinking: row.start === 'reasoning' || before.closed === true }]
  })
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()]
}

/** Literals that may be words of a switch. */
export const wordCandidates = ({ sought, literals }: TemplateSurvey): string[] => {
  const isWord = (text: string): boolean =>
    /^\/?(?:no_?|set_?)?(?:think|thinking|reason|reasoning)(?:[_ ](?:on|off))?$/i.test(text.trim()) &&
    (text.includes('/') || sought.has(text))
  const isCommand = (text: string): boolean =>
    /^(?:\/[a-z]\w{1,20}|\W{1,2}(?:no_?think(?:ing)?|(?:think(?:ing)?|reasoning)[_ :](?:on|off))\W{1,2})$/.test(text)
  return [...new Set([...[...sought, ...literals].filter(isWord), ...[...sought].filter(isCommand)].map((text) => text.trim()))]
}

export function startsFrom(rows: readonly StartRow[], switches: readonly SwitchFact[]): Starts & { afterResult: Starts } {
  const pick = (afterResult: boolean): Starts => {
    const of = (settings: TemplateVariables | undefined): TemplateStart | undefined =>
      settings === undefined ? undefined : findRow(rows, { settings, afterResult })?.start
    const [on, off, unset] = [of(settingsFor(switches, true)), of(settingsFor(switches, false)), of({})]
    return { ...(on !== undefined && { on }), ...(off !== undefined && { off }), ...(unset !== undefined && { unset }) }
  }
  return { ...pick(false), afterResult: pick(true) }
}

interface Wanted {
  settings: TemplateVariables
  afterResult: boolean
  word?: { word: string; in?: 'user' | 'system' }
}

export function findRow(rows: readonly StartRow[], { settings, afterResult, word }: Wanted): StartRow | undefined {
  const names = Object.keys(settings)
  return rows.find(
    (row) =>
      row.afterResult === afterResult &&
      row.word === word?.word &&
      (word?.in === undefined || row.in === word.in) &&
      Object.keys(row.settings).length === names.length &&
      names.every((name) => row.settings[name] === settings[name]),
  )
}
