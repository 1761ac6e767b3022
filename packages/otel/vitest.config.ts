import { project } from '@reason/testkit/vitest'

export default project('otel')
