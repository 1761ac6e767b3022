import { project } from '@reason/testkit/vitest'

export default project('otel', { typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } })
