import { apiOf, type Api } from '../../src/upstreams/api.ts'
import { createWires, ourWires, type OurWire } from '../../src/wires.ts'

/** As a gateway has them that nobody has told anything. */
export const wireOf = createWires({ reasoningField: 'reasoning_content' })

/** How the formats that come with the gateway are asked. */
export const apis = Object.fromEntries(ourWires.map((id) => [id, apiOf(wireOf(id))])) as Record<OurWire, Api>
