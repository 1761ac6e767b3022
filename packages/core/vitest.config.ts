import { project } from '@reason/testkit/vitest'

export default project('core', { typecheck: { enabled: true, checker: 'tsc', tsconfig: './tsconfig.json' } })
