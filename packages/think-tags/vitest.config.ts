import { project } from '@reason/testkit/vitest'

export default project('think-tags', {}, { turns: [[/\/(?:before-a-field|begin-token|next-turn)\.test\./, 3]] })
