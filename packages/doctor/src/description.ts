import { startOf, type TemplateStart } from '@reason/chat-template'
import { readTemplateIsolated } from '@reason/chat-template/isolated'
import { describeServer, type Ask, type ServerDescription, type ServerId } from '@reason/probe'
import type { HttpClient } from './http/client.ts'
import type { EngineId } from './engines.ts'
import { headersFor, type Survey } from './survey.ts'

export interface UpstreamDescription extends ServerDescription {
  /** Beginning of the output, according to the chat template. */
  start?: TemplateStart
}

const servers: Partial<Record<EngineId, ServerId>> = {
  'llama.cpp': 'llama-server',
  vllm: 'vllm',
  ollama: 'ollama',
  sglang: 'sglang',
  'lm-studio': 'lm-studio',
}

/** Timeout of requests that need no model, in milliseconds. */
export const quickMs = 10_000

/**
 * Reads the self-description of a server of a known engine. llama-server describes its latest request: after the probes,
 * which set no `reasoning_format`, that shows its flags.
 *
 * @returns Undefined for hosted APIs and unknown servers, which have no such endpoints.
 */
export async function describeUpstream(
  { identity, wire, base }: Survey,
  client: HttpClient,
  model: string | undefined,
  key: string | undefined,
): Promise<UpstreamDescription | undefined> {
  const known = identity.id === undefined ? undefined : servers[identity.id]
  if (known === undefined) return undefined
  const { origin } = new URL(base)
  const headers = headersFor(wire.endpoint, key)
  const ask: Ask = async (path, body) => {
    const method = body === undefined ? 'GET' : 'POST'
    const {
      status,
      json,
      headers: got,
    } = await client.ask(origin + path, { method, headers, timeoutMs: quickMs, ...(body !== undefined && { body }) })
    return status === 0 ? undefined : { status, json, headers: Object.fromEntries(got) }
  }
  return withStart(await describeServer(ask, { known, ...(model !== undefined && { model }) }))
}

async function withStart(description: ServerDescription): Promise<UpstreamDescription> {
  const source = description.template ?? description.goTemplate
  if (source === undefined) return description
  const facts = await readTemplateIsolated(source)
  const start = startOf(facts)
  if (start === undefined || facts.shape === 'none') return description
  const told = `the prompt ends ${start === 'reasoning' ? 'inside' : 'outside'} the reasoning`
  return { ...description, start, evidence: [...description.evidence, { asked: 'chat template', told }] }
}
