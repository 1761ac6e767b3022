import { createRegistry, type Registry, type TextAdapter } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import { harmony } from '@reason/harmony'
import { jsonFields } from '@reason/json-fields'
import { marker } from '@reason/marker'
import { thinkTags } from '@reason/think-tags'
import type { GatewayConfig } from '../settings/settings.ts'
import { createWires, spokenIn, type Wires } from '../wires.ts'

/** Everything that the gateway reads and writes. */
export interface Formats {
  wire: Wires
  /** How texts are split, and what is known of models. */
  registry: Registry
}

type FormatSettings = Pick<GatewayConfig, 'reasoningField' | 'upstreamFormat'> &
  Partial<Pick<GatewayConfig, 'passports' | 'upstreams' | 'packageAdapters' | 'packageWires'>>

/**
 * The configured formats. Facts about models hold for all upstreams. If both an adapter of a package and one of ours know a model, the
 * package's adapter wins, as the operator chose to load it. Passports of the configuration win over both.
 */
export function createFormats(settings: FormatSettings): Formats {
  const { upstreamFormat, upstreams, packageAdapters = [], passports = [] } = settings
  const wire = createWires(settings)
  const registry = createRegistry()
  for (const id of spokenIn(settings)) registry.use(wire(id))
  for (const adapter of packageAdapters) registry.use(adapter, { preferred: true })
  for (const adapter of textAdapters()) registry.use(adapter)
  // The schema has checked them; it only does not tell a missing field from an undefined one.
  registry.know(...(passports as Passport[]).map((passport) => ({ source: 'configuration', ...passport })))
  if (upstreams === undefined && upstreamFormat === 'anthropic-messages') registry.know(claude)
  return { wire, registry }
}

/** Ours, in the order in which they are asked. */
export const textAdapters = (): TextAdapter[] => [harmony(), thinkTags(), marker(), jsonFields()]

/**
 * In Messages, Claude's thinking has blocks of its own, whichever gateway is in between. So its text is not split, and keeps the order
 * of blocks and their citations. In other formats some gateways put the thinking into the text. The configuration wins over this.
 */
const claude: Passport = { models: ['*claude*'], priority: -1, flags: { native: true }, source: 'Claude, in Messages' }
