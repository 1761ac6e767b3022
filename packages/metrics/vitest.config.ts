import { project } from '@reason/testkit/vitest'

export default project('metrics', { typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } })
