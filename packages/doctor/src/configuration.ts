import type { Examination } from './examination.ts'
import { hasControl } from './findings/control.ts'
import type { Survey } from './survey.ts'

/** Settings of the gateway, named as in its configuration file. Defaults are left out. */
export type Configuration = Readonly<Record<string, unknown>>

/** @param examination - Absent if no model was asked, so that no answers are known. */
export function configurationFor(survey: Survey, keyEnv: string | undefined, examination?: Examination): Configuration {
  const { base, wire, provider, identity } = survey
  const engine = identity.id === 'vllm' ? 'vllm' : examination !== undefined && hasControl(examination) ? 'llama-server' : undefined
  return {
    upstream: base,
    ...(wire.id !== 'openai-chat' && { upstreamFormat: wire.id }),
    // An engine implies its provider; a provider is named only without an engine.
    ...(engine !== undefined ? { upstreamEngine: engine } : provider !== undefined && { upstreamProvider: provider }),
    ...(keyEnv !== undefined && { upstreamKeyEnv: keyEnv }),
    ...examination?.settings,
  }
}
