import { project } from '@reason/testkit/vitest'

export default project(
  'gateway',
  {},
  {
    turns: [
      [/\/rules\/kit\.test\./, 6],
      [/\/(?:linear|slices)\.test\./, 2],
    ],
  },
)
