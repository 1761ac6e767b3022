export { answersSeen, type Origin, type Seen } from './evidence.ts'
export { createStartMemory, type AnswerKind, type StartMemory, type StartRecord } from './memory.ts'
export { watchStart, type StartWatcher } from './watch.ts'
export { decideStart, startsIn, type StartChannel, type StartEvidence, type StartPlan, type StartQuestion } from './plan.ts'
