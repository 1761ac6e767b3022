export { describeServer, type DescribeServerOptions } from './describe-server.ts'
export type { Ask } from './questions.ts'
export { renderedPrompt, type RenderedPromptOptions } from './rendered-prompt.ts'
export type { Evidence, ServerDescription, ServerId } from './server-description.ts'
