/** What a template must be read as. Starts are those with thinking on, off and unset; `-`: there is no such switch. */
export interface Expected {
  thought: string[]
  /** Default `tags`. */
  shape?: string
  start: string
  /** Default: as without a tool's result. */
  afterResult?: string
  /** Name, value that turns thinking on, value that turns it off, default. */
  switches?: string[]
  words?: string[]
  history?: string
  answer?: string
  tools?: string
  /** Service tokens. */
  tokens: string
  /** What ends the assistant's turn. */
  end?: string
  suffix?: string
}
