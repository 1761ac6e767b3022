import { asBuild, asName, asTemplate, describeTemplate, present, valueAt } from './fields.ts'
import type { Questions } from './questions.ts'
import type { FoundFacts } from './server-description.ts'

/**
 * Describes SGLang, from `/get_server_info`, or `/server_info` in newer versions: its arguments, version and state
 * (sgl-project/sglang, python/sglang/srt/entrypoints/http_server.py). The arguments include keys, so no other fields are
 * read. `separate_reasoning` defaults to true in requests (protocol.py), so a parser means that the server splits.
 */
export async function describeSglang(questions: Questions): Promise<FoundFacts> {
  let path = '/get_server_info'
  let info = (await questions.ask(path)).json
  if (info === undefined) {
    path = '/server_info'
    info = (await questions.ask(path)).json
  }
  const build = asBuild(valueAt(info, 'version'))
  const parser = valueAt(info, 'reasoning_parser')
  const name = asName(parser)
  const isKnown = parser === null || name !== undefined
  const given = valueAt(info, 'chat_template')
  // The field more often holds a path or the name of a built-in template than a template.
  const template = /\{[{%]/.test(asTemplate(given) ?? '') ? given : undefined
  for (const finding of [
    ...(build === undefined ? [] : [`version ${build}`]),
    ...(isKnown ? [`reasoning parser ${name ?? 'none'}`] : []),
    ...describeTemplate('template', template),
  ]) {
    questions.note(path, finding)
  }
  return {
    ...present('build', build),
    ...present('model', asName(valueAt(info, 'served_model_name')) ?? asName(valueAt(info, 'model_path'))),
    ...present('revision', asBuild(valueAt(info, 'weight_version'))),
    ...present('template', asTemplate(template)),
    ...(isKnown && { splits: name !== undefined }),
  }
}
