import { project, services } from '@reason/testkit/vitest'

export default project('budget', {
  globalSetup: [services],
})
