import { project, services } from './src/vitest.ts'

export default project('testkit', { globalSetup: [services] })
