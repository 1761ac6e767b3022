import { defined, parseJson } from '@reason/wire-kit'
import { usageError } from '../cli-error.ts'
import { builtInTexts } from './known.ts'

export interface AdapterFlags {
  adapter?: string
  family?: string
  /** `key=value` pairs, as typed. */
  option?: readonly string[]
  /** A JSON object. */
  options?: string
  model?: string
  provider?: string
}

export interface NamedAdapter {
  /** Absent if the model selects the adapter. */
  name?: string
  options: Record<string, unknown>
}

/**
 * Reads the adapter's name and options from the flags: `--options`, then each `--option`, then the dedicated flags.
 * @throws {CliError} If an option cannot be parsed, or belongs to no adapter.
 */
export function adapterOptions({ adapter, family, option = [], options, model, provider }: AdapterFlags): NamedAdapter {
  for (const [flag, value] of Object.entries({ model, provider })) {
    if (value?.trim() === '') throw usageError(`--${flag} is empty. Name one, or leave it out.`)
  }
  const given = {
    ...(options === undefined ? {} : parseObject(options)),
    ...Object.fromEntries(option.map(parsePair)),
    ...defined({ family }),
  }
  const name = adapter ?? (family === undefined ? undefined : 'think-tags')
  const [first] = Object.keys(given)
  if (first !== undefined && (name === undefined || (builtInTexts as readonly string[]).includes(name))) {
    throw usageError(`the option "${first}" belongs to no adapter. Name the adapter with --adapter, for example --adapter think-tags.`)
  }
  return { ...defined({ name }), options: given }
}

function parseObject(json: string): Record<string, unknown> {
  const value = parseJson(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(`--options takes a JSON object, such as '{"family":"qwen3"}'; this is not one: ${json}`)
  }
  return value as Record<string, unknown>
}

/** Parses `key=value`. A value that is valid JSON is parsed, any other is text: `a=1` is a number, `a=<think>` is text. */
function parsePair(pair: string): [key: string, value: unknown] {
  const at = pair.indexOf('=')
  if (at <= 0) throw usageError(`--option takes key=value, such as trim=both; this is not one: ${pair}`)
  const text = pair.slice(at + 1)
  const value = parseJson(text)
  return [pair.slice(0, at), value === undefined ? text : value]
}
