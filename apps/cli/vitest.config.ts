import { project } from '@reason/testkit/vitest'

export default project('cli', {}, { turns: [[/\.test\./, 6]] })
