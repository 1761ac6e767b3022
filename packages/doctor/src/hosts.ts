import { hostedAt, providerBy, type HostedApi } from '@reason/core/providers'
import { wireIds, type WireId } from './wires.ts'

/** A provider's hosted API, and how to call it. */
export interface Host extends HostedApi {
  /** Wire format of the API. Default `openai-chat`. */
  wire?: WireId
  /** Base path of the API. Default: the format's own. */
  base?: string
}

/** Finds the hosted API of a host name. Undefined if the name identifies none, so that the server has to be asked. */
export function hostOf(hostname: string): Host | undefined {
  const hosted = hostedAt(hostname)
  const provider = providerBy(hosted?.provider)
  if (hosted === undefined || provider?.regional === true) return undefined
  const wire = wireIds.find((id) => id === provider?.wire)
  return { ...hosted, ...(wire && { wire }), ...(provider?.base !== undefined && { base: provider.base }) }
}
