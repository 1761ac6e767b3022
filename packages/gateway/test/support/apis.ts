import { apiOf, type Api } from '../../src/upstreams/api.ts'
import { createWires, ourWires, type OurWire } from '../../src/wires.ts'

/** Wire formats of a gateway with default settings. */
export const wireOf = createWires({ reasoningField: 'reasoning_content' })

/** Upstream APIs of the gateway's own wire formats. */
export const apis = Object.fromEntries(ourWires.map((id) => [id, apiOf(wireOf(id))])) as Record<OurWire, Api>
