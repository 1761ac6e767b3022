import { definePlugin } from '@reason/core'
import { cohere } from './cohere.ts'
import { cohereOptions } from './options.ts'

export { cohere } from './cohere.ts'
export { cohereOptions, type CohereOptions } from './options.ts'

export default definePlugin({ specVersion: 1, id: 'cohere', options: cohereOptions, create: cohere })
