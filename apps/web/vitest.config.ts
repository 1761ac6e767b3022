import { project } from '@reason/testkit/vitest'

export default project('web', { testTimeout: 60_000, hookTimeout: 60_000 })
