/** Everything that a provider's dialect file is built from. */
export * from './conflict.ts'
export * from './dialect.ts'
export * from './engines.ts'
export * from './openai.ts'
export * from './reasoning-object.ts'
export * from './replay.ts'
export * from './thinking.ts'
export * from '../models/reasoning-wanted-back.ts'
