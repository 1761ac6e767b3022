import { project } from '@reason/testkit/vitest'

export default project('docs', {}, { turns: [[/\/(?:transcripts|examples)\.test\./, 3]] })
