export { createOtel, type Otel, type OtelGeneration } from './otel.ts'
export type { OtelOptions } from './options.ts'
export type { OtelRequest } from './request.ts'
