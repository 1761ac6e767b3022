import { type Api, apiOf, createWires, type OurWire, ourWires } from '@reason/gateway/upstreams'

/** As a gateway has them that nobody has told anything. */
export const wireOf = createWires({ reasoningField: 'reasoning_content' })

/** How the formats that come with the gateway are asked. */
export const apis = Object.fromEntries(ourWires.map((id) => [id, apiOf(wireOf(id))])) as Record<OurWire, Api>
