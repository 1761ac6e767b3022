import { templatesIn, type TemplateSource } from '@reason/chat-template'
import { errorOf, parseAddress, type HttpAnswer, type HttpClient, type HttpRequest } from '@reason/doctor/http'
import { inputError } from '../cli-error.ts'
import { flagNotation } from '../doctor/notation.ts'

export interface FoundTemplates {
  model: string | undefined
  sources: TemplateSource[]
}

interface TemplateQuery {
  /** Model whose template is wanted. Undefined: the server's first. */
  model: string | undefined
  key: string | undefined
}

/**
 * Requests the chat template of a server, as provided by llama-server, vLLM, SGLang and Ollama.
 * @throws {CliError} If the server provides none.
 */
export async function templatesOf(client: HttpClient, given: string, { model, key }: TemplateQuery): Promise<FoundTemplates> {
  const { origin, path } = parseAddress(given, flagNotation)
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const roots = [...new Set([origin, `${origin}${path}`, `${origin}${path.replace(/\/v\d+$/, '')}`])]
  const query = model === undefined ? '' : `?model=${encodeURIComponent(model)}`
  const refusals: string[] = []

  for (const root of roots) {
    for (const place of [`/props${query}`, '/tokenizer_info', '/server_info', '/get_server_info']) {
      const found = await ask(`${root}${place}`)
      if (found !== undefined) return found
    }
    const shown = await askOllama(root)
    if (shown !== undefined) return shown
  }
  throw inputError(
    `${origin} gives no template: ${refusals.join('; ')}. vLLM gives it with --enable-tokenizer-info-endpoint. Or name a file: reason passport chat_template.jinja`,
  )

  async function ask(url: string, request: HttpRequest = {}, named = model): Promise<FoundTemplates | undefined> {
    const answer = await client.ask(url, { ...request, headers })
    if (answer.unreachable === true) throw inputError(`no server answers at ${origin}: ${answer.failure ?? 'no connection'}.`)
    const sources = answer.status === 200 ? templatesIn(answer.json, url) : []
    if (sources.length > 0) return { model: named ?? modelIn(answer.json), sources }
    refusals.push(`${new URL(url).pathname} ${refusalOf(answer)}`)
    return undefined
  }

  async function askOllama(root: string): Promise<FoundTemplates | undefined> {
    const named = model ?? (await firstModel(root))
    return named === undefined ? undefined : ask(`${root}/api/show`, { method: 'POST', body: { model: named } }, named)
  }

  async function firstModel(root: string): Promise<string | undefined> {
    const { json } = await client.ask(`${root}/api/tags`, { headers })
    const { models } = Object(json) as { models?: unknown }
    const { name } = Object(Array.isArray(models) ? models[0] : undefined) as { name?: unknown }
    return typeof name === 'string' ? name : undefined
  }
}

function refusalOf(answer: HttpAnswer): string {
  if (answer.failure !== undefined) return `failed (${answer.failure})`
  return answer.status === 200 ? 'has no template' : `answers ${answer.status}${answer.status === 404 ? '' : ` (${errorOf(answer)})`}`
}

/** Model name of llama-server: an alias, or the file. */
function modelIn(said: unknown): string | undefined {
  const { model_alias: alias, model_path: path } = Object(said) as Record<string, unknown>
  const name = [alias, path].find((one) => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? name.split(/[\\/]/).at(-1) : undefined
}
