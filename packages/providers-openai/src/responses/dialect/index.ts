/** All that the file of a provider is made of. */
export * from './dialect.ts'
export * from './knob-row.ts'
export * from './openai.ts'
export * from './own-text.ts'
export * from './request-row.ts'
