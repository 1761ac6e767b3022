import { apiOf, type Api } from '../../src/upstream/api.ts'
import { createWires, ourWires, type OurWire } from '../../src/wires.ts'

const wireOf = createWires({ reasoningField: 'reasoning_content' })

/** How the formats that come with the gateway are asked. */
export const apis = Object.fromEntries(ourWires.map((id) => [id, apiOf(wireOf(id))])) as Record<OurWire, Api>
