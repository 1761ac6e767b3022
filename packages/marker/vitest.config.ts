import { project } from '@reason/testkit/vitest'

export default project('marker', { typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } })
