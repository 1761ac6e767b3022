import { describeLoops } from './three-steps.ts'

describeLoops('openai-responses')
