import { project } from '@reason/testkit/vitest'

export default project('conformance', {}, { turns: [[/\/planted\.test\./, 3]] })
