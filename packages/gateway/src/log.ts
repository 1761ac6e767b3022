/** Where the gateway writes what happens. pino's loggers and Fastify's fit. */
export interface Log {
  debug: LogLine
  info: LogLine
  warn: LogLine
  error: LogLine
}

export type LogLine = (fields: object, message: string) => void
