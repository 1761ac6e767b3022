import { project } from '@reason/testkit/vitest'

export default project('redaction', {}, { turns: [[/\/bench\.test\./, 4]] })
