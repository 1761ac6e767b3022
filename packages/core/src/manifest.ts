import type { TextAdapter, WireFormat } from './index.ts'

/**
 * What is wrong with the data of an adapter, each a phrase behind its name: `has …`. The types demand the same; whoever writes without
 * them would else learn it from a program that fails at somebody's request, in code that is not theirs. Names of capabilities that
 * are unknown here are no problem: they may be newer. Nor is the version, which has an error of its own (`checkSpecVersion`).
 *
 * An entry of its own (`@reason/core/manifest`), as only what loads the adapters of others needs it.
 *
 * @returns Empty: nothing is wrong.
 */
export function manifestProblems(adapter: TextAdapter | WireFormat): string[] {
  const { id, kind, passports } = adapter as { id?: unknown; kind?: unknown; passports?: unknown }
  return [
    ...(isText(id) ? [] : [`has the id ${show(id)}, which must be a text`]),
    ...(kind === 'text' || kind === 'wire' ? [] : [`has the kind ${show(kind)}, which must be "text" or "wire"`]),
    ...list('passports', passports, passportProblems),
    ...(kind === 'wire' ? [] : textProblems(adapter as object)),
  ]
}

function textProblems(adapter: { capabilities?: unknown; signals?: unknown; createSplitter?: unknown; match?: unknown }): string[] {
  const { capabilities, signals, createSplitter } = adapter
  const flags = Object.entries(Object(capabilities) as object)
  return [
    ...(isObject(capabilities) ? [] : [`has the capabilities ${show(capabilities)}, which must be an object`]),
    ...flags.flatMap(([name, value]) => expected('boolean', `capabilities.${name}`, value)),
    ...list('signals', signals, signalProblems),
    ...(typeof createSplitter === 'function' ? [] : ['has no function createSplitter']),
    ...matchProblems(adapter),
  ]
}

function signalProblems({ text, before }: Record<string, unknown>, at: string): string[] {
  return [
    ...(isText(text) ? [] : [`has ${at}.text ${show(text)}, which must be a text that is not empty`]),
    ...(before === undefined || before === 'reasoning' || before === 'answer'
      ? []
      : [`has ${at}.before ${show(before)}, which must be "reasoning" or "answer"`]),
  ]
}

function passportProblems(passport: Record<string, unknown>, at: string): string[] {
  const { models, flags, options, provider, source, serviceTokens, catchAll, priority } = passport
  return [
    ...(isTexts(models) ? [] : [`has ${at}.models ${show(models)}, which must be a list of patterns of names`]),
    ...(flags === undefined || isObject(flags) ? [] : [`has ${at}.flags ${show(flags)}, which must be an object`]),
    ...Object.entries(Object(flags) as object).flatMap(([id, value]) => expected('boolean', `${at}.flags.${id}`, value)),
    ...(options === undefined || isObject(options) ? [] : [`has ${at}.options ${show(options)}, which must be an object`]),
    ...(serviceTokens === undefined || isTexts(serviceTokens)
      ? []
      : [`has ${at}.serviceTokens ${show(serviceTokens)}, which must be a list of texts`]),
    ...expected('string', `${at}.provider`, provider),
    ...expected('string', `${at}.source`, source),
    ...expected('boolean', `${at}.catchAll`, catchAll),
    ...expected('number', `${at}.priority`, priority),
  ]
}

/** It is asked for each request, also where no model is named. */
function matchProblems(adapter: { match?: unknown }): string[] {
  if (adapter.match === undefined) return []
  if (typeof adapter.match !== 'function') return [`has the match ${show(adapter.match)}, which must be a function`]
  return [{}, { model: 'some-model', provider: 'somebody' }].flatMap((query) => {
    try {
      const { verdict } = Object((adapter as TextAdapter).match!(query)) as { verdict?: unknown }
      if (verdict === 'yes' || verdict === 'no' || verdict === 'unknown') return []
      return [`answers match(${show(query)}) with the verdict ${show(verdict)}, which must be "yes", "no" or "unknown"`]
    } catch (error) {
      return [`throws at match(${show(query)}): ${String(error)}`]
    }
  })
}

function list(name: string, value: unknown, problemsOf: (one: Record<string, unknown>, at: string) => string[]): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [`has the ${name} ${show(value)}, which must be a list`]
  return value.flatMap((one: unknown, index) =>
    isObject(one) ? problemsOf(one, `${name}[${index}]`) : [`has ${name}[${index}] ${show(one)}, which must be an object`],
  )
}

const expected = (type: string, name: string, value: unknown): string[] =>
  // oxlint-disable-next-line valid-typeof
  value === undefined || typeof value === type ? [] : [`has ${name} ${show(value)}, which must be a ${type}`]

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const show = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : isObject(value) ? JSON.stringify(value) : String(value)
