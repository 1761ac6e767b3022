import { project } from '@reason/testkit/vitest'

export default project('seals', { typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } })
