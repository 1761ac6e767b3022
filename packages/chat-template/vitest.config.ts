import { project } from '@reason/testkit/vitest'

export default project('chat-template', {}, { turns: [[/\/hostile\.test\./, 3]] })
