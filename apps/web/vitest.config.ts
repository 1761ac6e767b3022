import { fileURLToPath } from 'node:url'
import { project } from '@reason/testkit/vitest'

const built = fileURLToPath(new URL('test/kit/built.ts', import.meta.url))

// Each file in a browser has a browser and a gateway of its own: two at a time are enough.
export default project('web', { globalSetup: [built] })
