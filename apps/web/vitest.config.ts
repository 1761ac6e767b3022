import { fileURLToPath } from 'node:url'
import { project } from '@reason/testkit/vitest'

const built = fileURLToPath(new URL('test/kit/built.ts', import.meta.url))

export default project('web', { globalSetup: [built] }, { alternate: /\.browser\.test\./ })
