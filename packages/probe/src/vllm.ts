import { asBuild, asName, present, valueAt } from './fields.ts'
import { listedModel } from './models.ts'
import type { Questions } from './questions.ts'
import type { FoundFacts } from './server-description.ts'

/** Parser in the configuration text: `reasoning_parser='qwen3'` since 0.11, `reasoning_backend='deepseek_r1'` before. */
const parserInConfig = /\breasoning_(?:parser|backend)=(?:'([^']{0,256})'|None\b)/

/** Maximum length of the configuration to search, in characters. */
const longestConfig = 256 * 1024

/**
 * Describes vLLM, from `/version`, the list of models and `/server_info`. The latter exists only with
 * `VLLM_SERVER_DEV_MODE=1`, and is the only source for the reasoning parser
 * (vllm/entrypoints/serve/instrumentator/server_info.py). Its environment variables are not read.
 */
export async function describeVllm(questions: Questions, model: string | undefined): Promise<FoundFacts> {
  const [entry, { json: version }, { json: info }] = await Promise.all([
    listedModel(questions, model),
    questions.ask('/version'),
    questions.ask('/server_info'),
  ])
  const build = asBuild(valueAt(version, 'version'))
  if (build !== undefined) questions.note('/version', `version ${build}`)
  const config = valueAt(info, 'vllm_config')
  const found = typeof config === 'string' ? parserInConfig.exec(config.slice(0, longestConfig)) : null
  if (found !== null) questions.note('/server_info', `reasoning parser ${found[1] || 'none'}`)
  return {
    ...present('build', build),
    ...present('model', asName(entry?.['id'])),
    ...present('revision', asName(entry?.['root'])),
    ...(found !== null && { splits: Boolean(found[1]) }),
  }
}
