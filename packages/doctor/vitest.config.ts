import { project } from '@reason/testkit/vitest'

export default project('doctor', {}, { turns: [[/\/diagnose\.test\./, 3]] })
