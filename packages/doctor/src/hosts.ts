import { hostedAt, providerBy, type HostedApi } from '@reason/core/providers'
import { wireIds, type WireId } from './wires.ts'

/** An API that a provider runs, and how it is asked. */
export interface Host extends HostedApi {
  /** The format that it speaks. Default `openai-chat`. */
  wire?: WireId
  /** Where that is. Default: as everywhere with this format. */
  base?: string
}

/** Undefined for a host that says too little: what runs there has to be asked. */
export function hostOf(hostname: string): Host | undefined {
  const hosted = hostedAt(hostname)
  const provider = providerBy(hosted?.provider)
  if (hosted === undefined || provider?.regional === true) return undefined
  const wire = wireIds.find((id) => id === provider?.wire)
  return { ...hosted, ...(wire && { wire }), ...(provider?.base !== undefined && { base: provider.base }) }
}
