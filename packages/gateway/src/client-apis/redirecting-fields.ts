import { isObject, parseJson, type Json } from '../json.ts'
import { conversations, forEachObject, functionTypes, merged, opaque, settingsIn } from './named-models.ts'

/**
 * Fields that set an address, a credential or an account for one request, in gateways and engines. With them a client could send the
 * request elsewhere, mostly with the operator's credentials. Lowercase, because some parsers ignore case.
 */
const redirecting =
  /^(?:(?:aws|azure_ad|vertex|vertex_ai|oci|watsonx|wx|litellm)_\w+|custom_llm_provider|call_?back_?urls?|deployment_url|user_config|model_list|(?:default|extra)_headers|ssl_verify|(?:success_|failure_)?callbacks?|byok|customer_credentials|credential_override|tensorzero::(?:credentials|extra_body|extra_headers|internal\w*|provider_tools)|kv_transfer_params|bootstrap_(?:host|port|room)|tunnel_id)$|(?:^|\w_)(?:api_?base(?:_url)?|base_?url|api_?keys?|endpoint_url|webhooks?(?:_\w+)?)$/

/** Limit of a field's name, in UTF-16 units, because the search is quadratic. No gateway or engine reads a longer one. */
const longestName = 512

/** Fields that redirect LiteLLM's own reports. LiteLLM reads them from `metadata`, too. */
const reporting = /^(?:arize|braintrust|dd|gcs|helicone|humanloop|langfuse|langsmith|lunary|opik|phoenix|posthog|slack|wandb|weave)_/

/** Redirecting fields at the top level only. Deeper fields with these names belong to tools. */
const redirectingAtTop: ReadonlySet<string> = new Set(
  (
    'account_id headers openai_organization openai_project org_id organization organization_id project project_id ' +
    'region_name space_id tenant tenant_id token url workspace workspace_id'
  ).split(' '),
)

/** Authentication types for a data source of Azure OpenAI. They use the operator's identity at an address that the client sets. */
const operatorIdentity = /managed_?identity$/i

/** Connectors that a provider keeps for an account, with its credentials. A client that sends an authorization of its own uses its own. */
const connector = 'connector_id'

/** Fields of nearly every request, which need no search. */
const usual: ReadonlySet<string> = new Set('model stream temperature top_p max_tokens max_completion_tokens max_output_tokens'.split(' '))

/** The client's metadata, as an object or as JSON in a text. LiteLLM reads some of it as settings. */
const notes = 'metadata'

/**
 * Finds a field that would choose where the request goes, or whose credentials it uses. Text of the conversation is not searched.
 *
 * @returns The path of the field.
 */
export function redirectingField(json: Json): string | undefined {
  return inFields(json, '', true)
}

/** A name as lenient parsers read it: without case (Go also folds `ſ`), and with any of the usual separators. */
const foldedName = (field: string): string => field.toUpperCase().toLowerCase().replaceAll(/[\s-]/g, '_')

function inFields(json: Json, before: string, isTop: boolean): string | undefined {
  for (const [field, value] of Object.entries(json)) {
    if (typeof value !== 'object' && usual.has(field)) continue
    const name = foldedName(field)
    const path = before + field
    if (value === null) continue
    if (conversations.has(name)) {
      let found: string | undefined
      settingsIn(value, path, (settings, at) => (found ??= inValue(settings, at, false)))
      if (found !== undefined) return found
      continue
    }
    if (name === 'type' && typeof value === 'string' && operatorIdentity.test(value)) return path
    if (name === connector && (json['authorization'] ?? '') === '') return path
    if ((name.length <= longestName && redirecting.test(name)) || reporting.test(name) || (isTop && redirectingAtTop.has(name))) return path
    if (name === notes) {
      const found = Object.keys(readNotes(value)).find((one) => reporting.test(one.toLowerCase()))
      if (found !== undefined) return `${path}.${found}`
    } else if (!opaque.has(name) && !(name === 'parameters' && functionTypes.has(json['type']))) {
      const found = inValue(value, path, name === merged)
      if (found !== undefined) return found
    }
  }
  return undefined
}

function inValue(value: unknown, path: string, isTop: boolean): string | undefined {
  if (isObject(value)) return inFields(value, `${path}.`, isTop)
  if (!Array.isArray(value)) return undefined
  let found: string | undefined
  forEachObject(value, path, (one, at) => (found ??= inValue(one, at, false)))
  return found
}

function readNotes(value: unknown): Json {
  if (isObject(value)) return value
  const read = typeof value === 'string' && value.startsWith('{') ? parseJson(value) : undefined
  return isObject(read) ? read : {}
}
