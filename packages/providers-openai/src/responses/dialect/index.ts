/** Everything that a provider's dialect file is built from. */
export * from './dialect.ts'
export * from './knob-row.ts'
export * from './openai.ts'
export * from './own-text.ts'
export * from './request-row.ts'
