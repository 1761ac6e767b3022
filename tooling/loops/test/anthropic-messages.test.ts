import { describeLoops } from './three-steps.ts'

describeLoops('anthropic-messages')
