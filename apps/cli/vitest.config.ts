import { project } from '@reason/testkit/vitest'

export default project('cli', { testTimeout: 30_000 })
