export { errorBody, type ErrorBody } from './error.ts'
export * from './generate/index.ts'
export { styles, type Style } from './headers.ts'
export { traceNumbers, traceTexts } from './traces.ts'
