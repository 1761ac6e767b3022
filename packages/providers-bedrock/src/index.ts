import { definePlugin } from '@reason/core'
import { bedrockConverse } from './bedrock-converse.ts'
import { bedrockConverseOptions } from './options.ts'
import { WIRE } from './wire-id.ts'

export { bedrockConverse } from './bedrock-converse.ts'
export { bedrockConverseOptions, type BedrockConverseOptions } from './options.ts'
export { createEventStreamDecoder, type EventStreamDecoder } from './event-stream/decoder.ts'
export { encodeEventStream } from './event-stream/encoder.ts'

export default definePlugin({ specVersion: 1, id: WIRE, options: bedrockConverseOptions, create: bedrockConverse })
