import { efforts } from '@reason/core/conversation'
import { isEffort } from '@reason/wire-kit'
import { asList, asObject, parseJson, type Json } from '../../json.ts'
import { budgetPath, effortPaths, settings, valueAt, type ModelLimit } from './limit.ts'

/** What a message has to say for its refusal to be of a setting. */
const refuses =
  /not (?:be )?(?:supported|allowed|permitted|available|accepted|recogni[sz]ed|valid|set|used|specified|enabled|disabled|turned off)|unsupported|unrecogni[sz]ed|unknown|unexpected|extra inputs|extra_forbidden|deprecated|invalid|cannot|can't|does not support|doesn't support|only|must be|should be|mandatory|may not/i

/** A place in what a user or a model has said, or in a tool. */
const places = /\b(?:messages|input|contents|system|tools)(?:\.|\[)\d/

/** Behind these words stand the values that are taken. */
const lists =
  /supported (?:values|levels|efforts)|should be|must be|one of|(?:allowed|valid|accepted|available) (?:values|levels|efforts)|expected/i

/**
 * What a refusal says of a setting of its request: a limit of the model. Undefined: it is of something else, or names nothing that the
 * request has and that may be mended.
 *
 * @param body - Of the refusal, at most some kilobytes.
 * @param request - What was asked, parsed.
 */
export function readRefusal(body: string, request: Json): ModelLimit | undefined {
  const { message, param } = sayingOf(body)
  if (message === '' || message.length > longestMessage || !refuses.test(message)) return undefined
  // What stands in the conversation is no setting, and a seal is another matter.
  if (places.test(message) || places.test(param ?? '') || /signature|encrypted/i.test(message)) return undefined
  const thinking = ofThinking(message, request)
  if (thinking !== undefined) return thinking
  const named = settings.filter((path) => valueAt(request, path) !== undefined && isNamed(path, message, param))
  // The name of an object stands in that of its fields.
  const paths = named.filter((path) => !named.some((other) => other !== path && other.startsWith(`${path}.`)))
  const [byName] = param === undefined ? paths : paths.toSorted((one, other) => Number(isAt(other, param)) - Number(isAt(one, param)))
  const path = byName ?? namedByValue(message, request)
  if (path === undefined) return undefined
  return limitOf(path, paths, message, valueAt(request, path))
}

const longestMessage = 4000

function sayingOf(body: string): { message: string; param: string | undefined } {
  const json = asObject(parseJson(body))
  const error = asObject(json['error'] ?? json)
  // A list of faults, each with its place, as Pydantic has it (Mistral, servers in Python).
  const [fault] = [json['detail'], error['detail'], asObject(json['message'])['detail']].flatMap((list) => asList(list).map(asObject))
  if (fault !== undefined) {
    const place = asList(fault['loc']).filter((name) => name !== 'body')
    return { message: [fault['msg'], fault['type']].filter((text) => typeof text === 'string').join(' '), param: place.join('.') }
  }
  const message = [error['message'], json['message'], json['detail'], json['error']].find((text) => typeof text === 'string') ?? ''
  const param = error['param']
  return { message: message as string, param: typeof param === 'string' ? param : undefined }
}

const isAt = (path: string, param: string): boolean => path === param || path.endsWith(`.${param}`) || param.endsWith(`.${path}`)

/** What stands around a setting in its request, and in no message. */
const holders = /^(?:generationConfig\.(?:thinkingConfig\.)?|inferenceConfig\.|additionalModelRequestFields\.)/

/**
 * By its whole path, or where the provider names it as a parameter. A word of everyday language counts in quotes alone, or behind the word for a
 * parameter; several in any spelling: `presencePenalty`, `presence_penalty`, `presence penalty`.
 */
function isNamed(place: string, message: string, param: string | undefined): boolean {
  if (param !== undefined && isAt(place, param)) return true
  const path = place.replace(holders, '')
  const isWord = /^[a-z]+$/.test(path)
  if (isWord && new RegExp(`(?:parameter|argument)s? (?:[^:."]{0,40}: )?${path}\\b`, 'i').test(message)) return true
  // A limit on tokens is spoken of wherever a context is too long.
  const words = /\.|tokens/.test(path) ? [] : path.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).split('_')
  if (words.length > 1 && new RegExp(`(?<![\\w.])${words.join('[ _]?')}(?!\\w)`, 'i').test(message)) return true
  const written = path.replaceAll('.', String.raw`\.`)
  const around = isWord ? [String.raw`['"\`]`, String.raw`['"\`](?! block)`] : [String.raw`(?<![\w.])`, String.raw`(?![\w])`]
  return new RegExp(`${around[0]}${written}(?:${around[1]})`).test(message) || (isWord && new RegExp(`(?:^|\\s)${written}:`).test(message))
}

/** `level "max" not supported, valid levels: low, medium, high`: an effort under any name, with those that are taken. */
const namedByValue = (message: string, request: Json): string | undefined =>
  effortPaths.find((path) => {
    const value = valueAt(request, path)
    return (
      typeof value === 'string' &&
      isEffort(value) &&
      new RegExp(`['"\`]${value}['"\`]`).test(message) &&
      offeredIn(message, value).length > 1
    )
  })

/** Where Gemini and Ollama say whether to think at all. */
const wholeThinking = ['generationConfig.thinkingConfig', 'think']

/** `"thinking.type.disabled" is not supported for this model.`, `Reasoning is mandatory for this endpoint and cannot be disabled.` */
function ofThinking(message: string, request: Json): ModelLimit | undefined {
  const type = valueAt(request, 'thinking.type')
  const first = /thinking(?:\.type)?[\s.:='"`]*(?:of type\s*)?['"`]?(disabled|enabled|adaptive)\b/i.exec(message)?.[1]?.toLowerCase()
  if (typeof type === 'string' && (first === type || (type === 'adaptive' && /^adaptive thinking/i.test(message))))
    return { kind: 'thinking-type', type }
  const whole = wholeThinking.find((path) => valueAt(request, path) !== undefined)
  if (whole !== undefined && /\bthinking is not (?:enabled|supported)|does not support thinking\b/i.test(message))
    return { kind: 'without', path: whole }
  // Every Claude: a call is not forced while it thinks.
  if (type !== undefined && type !== 'disabled' && /\bthinking\b[^.]{0,80}\btool_choice\b[^.]{0,40}\bforce/i.test(message))
    return { kind: 'exclusive', kept: 'tool_choice', left: 'thinking' }
  const isOff =
    type === 'disabled' ||
    valueAt(request, budgetPath) === 0 ||
    valueAt(request, 'reasoning.enabled') === false ||
    effortPaths.some((path) => valueAt(request, path) === 'none')
  const isAlways =
    /(?:reasoning|thinking)\b[^.]{0,80}\b(?:mandatory|required|always|cannot be (?:disabled|turned off)|can't be disabled)|only works in thinking mode/i
  return isOff && isAlways.test(message) ? { kind: 'mandatory' } : undefined
}

function limitOf(path: string, paths: readonly string[], message: string, refused: unknown): ModelLimit {
  const withTools = /\btools?\b|\bfunctions?\b/i.test(message) ? { withTools: true as const } : {}
  const instead = /\buse ['"`]?(max_completion_tokens|max_tokens)['"`]?/i.exec(message)?.[1]
  if (instead !== undefined && instead !== path && (path === 'max_tokens' || path === 'max_completion_tokens'))
    return { kind: 'renamed', path, to: instead }
  const [, at, value] = /\bset ['"`]?([\w.]+)['"`]? to ['"`]?(\w+)['"`]?/i.exec(message) ?? []
  if (at === path && value !== undefined && effortPaths.includes(path)) return { kind: 'value', path, value, ...withTools }
  const offered = effortPaths.includes(path) ? offeredIn(message, refused) : []
  if (offered.length > 0) return { kind: 'efforts', efforts: offered }
  const other = paths.find((one) => one !== path)
  if (other !== undefined && /\bboth\b|together|simultaneously|exclusive|at the same time/i.test(message))
    return { kind: 'exclusive', kept: path, left: other }
  return { kind: 'without', path, ...withTools }
}

/** @param refused - What was asked: whatever the message says, it is not offered. */
function offeredIn(message: string, refused: unknown): string[] {
  const at = lists.exec(message)?.index
  const text = at === undefined ? '' : message.slice(at)
  return efforts.filter((effort) => effort !== refused && new RegExp(`\\b${effort}\\b`, 'i').test(text))
}
