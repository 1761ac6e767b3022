import { project } from '@reason/testkit/vitest'

export default project('policy', { typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } })
