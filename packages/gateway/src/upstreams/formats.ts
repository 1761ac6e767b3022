import { createRegistry, type Registry, type TextAdapter } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import { harmony } from '@reason/harmony'
import { jsonFields } from '@reason/json-fields'
import { marker } from '@reason/marker'
import { thinkTags } from '@reason/think-tags'
import type { GatewayConfig } from '../settings/settings.ts'
import { createWires, spokenIn, type Wires } from '../wires.ts'

export interface Formats {
  wire: Wires
  /** Adapters for texts, and facts about models. */
  registry: Registry
}

type FormatSettings = Pick<GatewayConfig, 'reasoningField' | 'upstreamFormat'> &
  Partial<Pick<GatewayConfig, 'passports' | 'upstreams' | 'packageAdapters' | 'packageWires'>>

/**
 * Creates the configured formats. Facts about models apply to all upstreams. If an adapter of a package and a built-in one know the same
 * model, the package's adapter wins, because the operator chose to load it. Passports of the configuration win over both.
 */
export function createFormats(settings: FormatSettings): Formats {
  const { upstreamFormat, upstreams, packageAdapters = [], passports = [] } = settings
  const wire = createWires(settings)
  const registry = createRegistry()
  for (const id of spokenIn(settings)) registry.use(wire(id))
  for (const adapter of packageAdapters) registry.use(adapter, { preferred: true })
  for (const adapter of textAdapters()) registry.use(adapter)
  // The schema has validated the passports. Only its types treat missing and undefined fields alike.
  registry.know(...(passports as Passport[]).map((passport) => ({ source: 'configuration', ...passport })))
  if (upstreams === undefined && upstreamFormat === 'anthropic-messages') registry.know(claude)
  return { wire, registry }
}

/** The built-in text adapters, in the order in which they are asked. */
export const textAdapters = (): TextAdapter[] => [harmony(), thinkTags(), marker(), jsonFields()]

/**
 * In Messages, Claude's reasoning has its own blocks, whichever gateway is in between. So its text is not split, and the order of blocks
 * and citations stays. In other formats, some gateways put the reasoning into the text. The configuration wins over this.
 */
const claude: Passport = { models: ['*claude*'], priority: -1, flags: { native: true }, source: 'Claude, in Messages' }
