import { describeLoops } from './three-steps.ts'

describeLoops('openai-chat')
