import { asBuild, asCount, asName, asObjects, asTemplate, describeTemplate, present, valueAt } from './fields.ts'
import { listedModel } from './models.ts'
import type { Questions } from './questions.ts'
import type { FoundFacts } from './server-description.ts'

/**
 * Adds the model to a path. A router of several models requires the model's name; a server of one model ignores it. A
 * model that is not loaded stays unloaded (tools/server/README.md, "Using multiple models").
 */
const withModel = (path: string, model: string | undefined): string =>
  model === undefined ? path : `${path}?model=${encodeURIComponent(model)}&autoload=false`

export const propsPath = (model: string | undefined): string => withModel('/props', model)

/**
 * Tells, by build, whether the opening tag at the end of the prompt comes back before the text with `reasoning_format:
 * none`. Builds between these rows are unknown. The first matching row wins.
 */
const openers: readonly { from: number; to: number; restored: boolean; source: string }[] = [
  { from: 0, to: 6240, restored: false, source: 'recorded: b6240' },
  { from: 9211, to: 9294, restored: false, source: 'ggml-org/llama.cpp issue 23320: missing since b9211, reported up to b9294' },
  { from: 10573, to: Infinity, restored: true, source: 'recorded: b10573; tried: b10587' },
]

/** First build that is known to accept `reasoning_format` in a request (recorded: b6240 and b10573). */
const takesFormatSince = 6240

/** First build whose `deepseek-legacy` works like `deepseek`; b6240 streams tags in the text (recorded). */
const legacySplitsSince = 10573

/**
 * Describes llama-server, from `/props`, `/slots` and the list of models.
 *
 * The function ignores `default_generation_settings.params` of `/props`: they contain `reasoning_format: none` and
 * `chat_format: Content-only` whatever the flags are (tried: b10587).
 *
 * @param generates - Whether the model generates one token: only its response shows the format of requests that set
 * none.
 */
export async function describeLlamaServer(questions: Questions, model: string | undefined, generates: boolean): Promise<FoundFacts> {
  const path = propsPath(model)
  const [{ json: props }, entry] = await Promise.all([questions.ask(path), listedModel(questions, model)])
  const build = asBuild(valueAt(props, 'build_info'))
  const [template, toolTemplate] = [valueAt(props, 'chat_template'), valueAt(props, 'chat_template_tool_use')]
  for (const finding of [
    ...(build === undefined ? [] : [`build ${build}`]),
    ...describeTemplate('template', template),
    ...describeTemplate('template for tools', toolTemplate),
  ]) {
    questions.note(path, finding)
  }
  const number = Number(/^b(\d+)/.exec(build ?? '')?.[1] ?? NaN)
  const split = (generates ? await askByRequest(questions, model, number) : undefined) ?? (await askSlots(questions, model, number))
  const [parameters, size] = [asCount(valueAt(entry, 'meta', 'n_params')), asCount(valueAt(entry, 'meta', 'size'))]
  return {
    ...present('build', build),
    ...present('model', asName(valueAt(props, 'model_alias')) ?? asName(entry?.['id'])),
    ...present('revision', parameters === undefined ? undefined : `${parameters} parameters, ${size ?? '?'} bytes`),
    ...present('template', asTemplate(template)),
    ...present('toolTemplate', asTemplate(toolTemplate)),
    ...split,
    ...present('restoresOpener', openers.find(({ from, to }) => number >= from && number <= to)?.restored),
    ...present('setsFormat', number >= takesFormatSince ? true : undefined),
  }
}

/** Reads the settings of a request from its response. b10573 and newer builds support `verbose`. */
async function askByRequest(questions: Questions, model: string | undefined, number: number): Promise<FoundFacts | undefined> {
  const path = '/v1/chat/completions'
  const body = { ...present('model', model), messages: [{ role: 'user', content: '.' }], max_tokens: 1, verbose: true }
  const format = asName(valueAt((await questions.ask(path, body)).json, '__verbose', 'generation_settings', 'reasoning_format'))
  if (format !== undefined) questions.note(path, `reasoning_format ${format} without asking for one`)
  const splits = splitsWith(format, number)
  return splits === undefined ? undefined : { splits }
}

/**
 * Reads the settings of the latest request of each slot. A slot that has only completed raw text shows nothing about
 * chats, and slots that differ show nothing about the server.
 */
async function askSlots(questions: Questions, model: string | undefined, number: number): Promise<FoundFacts> {
  const path = withModel('/slots', model)
  const formats = new Set(
    asObjects((await questions.ask(path)).json).flatMap((slot) => {
      const format = asName(valueAt(slot, 'params', 'reasoning_format'))
      const chat = asName(valueAt(slot, 'params', 'chat_format'))
      const isUsed = asCount(valueAt(slot, 'id_task')) !== undefined && chat !== undefined && chat !== 'Content-only'
      return format !== undefined && isUsed ? [format] : []
    }),
  )
  if (formats.size === 0) return {}
  questions.note(path, `reasoning_format ${[...formats].join(' and ')} in the latest requests`)
  const splits = formats.size === 1 ? splitsWith([...formats][0], number) : undefined
  return splits === undefined ? {} : { splits, splitsByLatestRequest: true }
}

function splitsWith(format: string | undefined, number: number): boolean | undefined {
  if (format === 'none') return false
  if (format === 'auto' || format === 'deepseek') return true
  return format === 'deepseek-legacy' && number >= legacySplitsSince ? true : undefined
}
