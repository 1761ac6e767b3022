export type { Frame } from './frame.ts'
export { createFrameDecoder, framings, type FrameDecoder, type Framing } from './decoder.ts'
export { createFrameEncoder, encodeLine, type FrameEncoder } from './encode.ts'
export { encodeSse } from './sse.ts'
