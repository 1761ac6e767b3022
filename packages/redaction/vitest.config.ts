import { project } from '@reason/testkit/vitest'

export default project('redaction', { typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } })
