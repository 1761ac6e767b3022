import { nearest } from '@reason/core/errors'
import { parseJson } from '@reason/gateway/json'
import { textOf, type Path } from './file/document.ts'
import { flagOf, metaOf, settingNames, variableOf, type SettingName } from './settings.ts'

export interface Given {
  value: unknown
  from: 'flag' | 'variable' | 'file'
  /** Name of the source for the user: `--port`, `REASON_PORT`, `reason.config.yaml:3:7: listen.port`. */
  named: string
  /** Name of the source of a nested value, or of its key. */
  inside(path: readonly PropertyKey[], what?: 'key' | 'value'): string
}

export interface Layer {
  values: Map<SettingName, Given>
  problems: string[]
}

/** Reads `--flag value`, `--flag=value`, and for booleans also `--flag` and `--no-flag`. `skip` are flags with a value that are read elsewhere. */
export function readFlags(argv: readonly string[], skip: readonly string[], others: readonly string[] = []): Layer {
  const layer: Layer = { values: new Map(), problems: [] }
  const byFlag = new Map(settingNames.map((name) => [flagOf(name), name]))
  const rest = [...argv]
  while (rest.length > 0) {
    const [flag, inline] = splitOnce(rest.shift()!)
    const positive = flag.replace(/^--no-/, '--')
    const name = byFlag.get(flag) ?? byFlag.get(positive)
    const negated = name !== undefined && !byFlag.has(flag)
    if (skip.includes(flag)) {
      if (!(inline ?? rest.shift())) layer.problems.push(`${flag} has no value. Write ${flag} PATH.`)
    } else if (name === undefined || (negated && metaOf(name).kind !== 'boolean')) {
      layer.problems.push(unknownFlag(flag, [...byFlag.keys(), ...skip, ...others]))
      if (inline === undefined && rest[0]?.startsWith('-') === false) rest.shift()
    } else if (metaOf(name).kind === 'boolean') {
      layer.values.set(name, given('flag', flag, negated ? false : inline === undefined || fromText(name, inline)))
    } else {
      const value = inline ?? rest.shift()
      if (value === undefined) layer.problems.push(`${flag} has no value. Write ${flag} ${metaOf(name).value}.`)
      else layer.values.set(name, given('flag', flag, fromText(name, value)))
    }
  }
  return layer
}

/** Reads `REASON_*`. Unknown variables are ignored, unless they look like a typing error. */
export function readEnvironment(environment: NodeJS.ProcessEnv, also: readonly string[]): Layer {
  const layer: Layer = { values: new Map(), problems: [] }
  const byVariable = new Map(settingNames.map((name) => [variableOf(name), name]))
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith('REASON_') || text === undefined || also.includes(variable) || isServiceLink(variable, text)) continue
    const name = byVariable.get(variable)
    if (name !== undefined) {
      if (text !== '') layer.values.set(name, given('variable', variable, fromText(name, text)))
      continue
    }
    const meant = nearest(withoutPrefix(variable), [...byVariable.keys()].map(withoutPrefix))
    if (meant !== undefined) layer.problems.push(`${variable} (environment) is no setting. Did you mean REASON_${meant}?`)
  }
  return layer
}

const withoutPrefix = (variable: string): string => variable.slice('REASON_'.length)

/** Kubernetes sets `REASON_PORT=tcp://10.0.0.1:80` in containers beside a service called "reason", and `REASON_REDIS_PORT` for "reason-redis". */
const isServiceLink = (variable: string, text: string): boolean => variable.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(text)

const given = (from: 'flag' | 'variable', named: string, value: unknown): Given => ({
  value,
  from,
  named,
  inside(path) {
    const text = textOf(path as Path)
    return text === '' || text.startsWith('[') ? `${named}${text}` : `${text} of ${named}`
  },
})

/** Parses the text of a flag or variable. Text that does not parse stays text, so that the schema reports it. */
function fromText(name: SettingName, text: string): unknown {
  const { kind } = metaOf(name)
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return ['true', '1', 'yes'].includes(text) ? true : ['false', '0', 'no'].includes(text) ? false : text
  if (kind !== 'json') return text
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** Shows one character of a value, which may be a key that was passed with a misspelt flag. */
function unknownFlag(flag: string, known: readonly string[]): string {
  if (!flag.startsWith('-'))
    return `The argument ${JSON.stringify(`${flag.slice(0, 1)}…`)} (${flag.length} characters) is not a flag. Write settings as flags: --upstream http://127.0.0.1:8080.`
  const meant = nearest(flag, known)
  return `${flag} is no flag. ${meant === undefined ? '--help lists them.' : `Did you mean ${meant}?`}`
}

function splitOnce(argument: string): [string, string?] {
  const at = argument.startsWith('--') ? argument.indexOf('=') : -1
  return at === -1 ? [argument] : [argument.slice(0, at), argument.slice(at + 1)]
}
