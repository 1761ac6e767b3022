export { readBody, type BodySource } from './body.ts'
export { readEvents, tapEvents, type EventSource } from './events.ts'
