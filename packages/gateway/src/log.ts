/** Logger of the gateway. Compatible with the loggers of pino and Fastify. */
export interface Log {
  debug: LogLine
  info: LogLine
  warn: LogLine
  error: LogLine
}

/** Writes a log line: fields first, then the message, as pino does. */
export type LogLine = (fields: object, message: string) => void
