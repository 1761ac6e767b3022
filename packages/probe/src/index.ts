export { describeServer, type DescribeOptions } from './describe-server.ts'
export type { Ask } from './questions.ts'
export { renderedPrompt, type RenderOptions } from './rendered-prompt.ts'
export type { Evidence, ServerDescription, ServerId } from './server-description.ts'
