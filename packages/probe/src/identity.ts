import { asBuild, asName, asObjects, valueAt } from './fields.ts'
import { propsPath } from './llama-server.ts'
import { listedModel, modelsPath } from './models.ts'
import type { Questions, ProbeReply } from './questions.ts'
import type { ServerId } from './server-description.ts'

/** Servers by the `owned_by` of a listed model, for servers that put their own name there. */
const owners: Readonly<Record<string, ServerId>> = {
  // llama-server: recorded, two builds. vLLM: vllm/entrypoints/openai/protocol.py, ModelCard. SGLang: its protocol.py, ModelCard.
  llamacpp: 'llama-server',
  vllm: 'vllm',
  sglang: 'sglang',
  // lmstudio.ai/docs, "OpenAI compatible endpoints"; with a hyphen in some versions.
  organization_owner: 'lm-studio',
  'organization-owner': 'lm-studio',
}

/** A response that identifies one server, for model lists that do not. The first sign found wins. */
interface Sign {
  server: ServerId
  path: string
  isThere(reply: ProbeReply, entry: Record<string, unknown> | undefined): boolean
  source: string
}

const signsFor = (model: string | undefined): readonly Sign[] => [
  {
    server: 'llama-server',
    path: propsPath(model),
    isThere: ({ json }) =>
      /^b\d+/.test(asBuild(valueAt(json, 'build_info')) ?? '') || typeof valueAt(json, 'default_generation_settings', 'n_ctx') === 'number',
    source: 'llama.cpp, tools/server/README.md; builds before build_info have n_ctx',
  },
  {
    server: 'lm-studio',
    path: '/api/v0/models',
    isThere: ({ json }) => asName(asObjects(valueAt(json, 'data'))[0]?.['compatibility_type']) !== undefined,
    source: 'lmstudio.ai/docs, "REST API v0"',
  },
  {
    server: 'sglang',
    path: '/get_server_info',
    isThere: ({ json }) => asName(valueAt(json, 'model_path')) !== undefined,
    source: 'docs.sglang.io, "SGLang Native APIs"',
  },
  {
    server: 'ollama',
    path: '/api/version',
    isThere: ({ json }, entry) => /^v?\d+\.\d+/.test(asBuild(valueAt(json, 'version')) ?? '') && isOllamas(entry),
    source: 'ollama/ollama, server/routes.go; others imitate it, and own their models',
  },
]

/**
 * Tells whether a listed model may be Ollama's. Ollama uses the model's namespace as its owner: `library`, or the text
 * before the last slash (openai/openai.go). Its models always have a tag, unlike those of servers that put their own
 * name in front.
 */
function isOllamas(entry: Record<string, unknown> | undefined): boolean {
  const owner = asName(entry?.['owned_by'])
  if (owner === undefined || owner === 'library') return true
  const id = asName(entry?.['id']) ?? ''
  return id.includes(`${owner}/`) && id.includes(':')
}

/** Identifies the server with one request, and with four more only if it does not decide. */
export async function identifyServer(questions: Questions, model: string | undefined): Promise<ServerId | undefined> {
  const entry = await listedModel(questions, model)
  const { headers } = await questions.ask(modelsPath)
  const owner = asName(entry?.['owned_by'])
  if (owner !== undefined && Object.hasOwn(owners, owner)) return owners[owner]
  // Recorded: llama-server sends this header with every response, even while it loads its model.
  if (headers['server'] === 'llama.cpp') return 'llama-server'
  const signs = signsFor(model)
  const replies = await Promise.all(signs.map(({ path }) => questions.ask(path)))
  return signs.find(({ isThere }, index) => isThere(replies[index]!, entry))?.server
}
