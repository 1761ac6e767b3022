export { readBody, type BodySource } from './body.ts'
export { recogniseBody, type RecognisedBody } from './recognise.ts'
export { readEvents, tapEvents, type EventSource } from './events.ts'
export { countReasoning } from './count-reasoning.ts'
