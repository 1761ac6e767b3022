import { fileURLToPath } from 'node:url'
import { alternate, project } from '@reason/testkit/vitest'

const built = fileURLToPath(new URL('test/kit/built.ts', import.meta.url))

export default project('web', { globalSetup: [built], setupFiles: [alternate] })
